export interface SocketCommand {
  type: 'socket.retry';
}

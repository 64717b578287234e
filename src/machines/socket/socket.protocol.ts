/** Asks for a token again, after a refusal or while a back-off lasts: there is a new one, or the visitor wants it. */
export interface SocketCommand {
  type: 'socket.retry';
}

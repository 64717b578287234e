/** Where calls get their access token from. Implemented by the auth machine. */
export interface TokenSource {
  /**
   * @param rejected the token that the server refused, or null when none was refused yet
   * @returns the token to send, or null when nobody is signed in
   * @throws AppException when a refresh was needed and failed
   */
  request(rejected: string | null): Promise<string | null>;
}

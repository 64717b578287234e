/** Where calls get their access token from. Implemented by the auth machine. */
export interface TokenSource {
  /**
   * @param rejected the token that the server refused, or null when none was refused yet
   * @returns the token to send
   * @throws AppException when a refresh was needed and failed, and `unauthorized` when nobody is signed in: then the
   * call does not go out at all (AUT-010)
   */
  request(rejected: string | null): Promise<string>;
}

/** Source of access tokens; implemented by the auth machine. */
export interface TokenSource {
  /** `rejected`: the refused token, or null. Rejects with AppException; `unauthorized` without an account. */
  request(rejected: string | null): Promise<string>;
}

/** The version of the contract that this server speaks; sent as `serverVersion`. */
export const CONTRACT_VERSION = '2.26.0';

/** What benchmarks fetch from npm, at exact versions. None of it is a dependency of Fieldkit. */
export const peerVersions = {
  wiremock: "3.13.2",
  "mockserver-node": "8.0.0",
  "@mockoon/cli": "9.9.0",
  "unleash-server": "7.5.1",
  "@unleash/proxy": "1.4.9",
} as const;

/** By major version, for `--node`. */
export const nodeVersions: Readonly<Record<string, string>> = {
  20: "20.20.2",
  22: "22.23.3",
  24: "24.21.0",
};

/** What a code of Postgres, of the network or of TLS asks the operator to do. */
const byCode: Readonly<Record<string, string>> = {
  "28P01": "Correct user and password in DATABASE_URL.",
  "28000": "Correct user and password in DATABASE_URL.",
  "3D000": "Create that database, or correct its name in DATABASE_URL.",
  "53300": "Raise max_connections, or end what holds connections that it does not need.",
  ENOTFOUND: "Correct the host in DATABASE_URL, or this machine's DNS.",
  EAI_AGAIN: "Correct the host in DATABASE_URL, or this machine's DNS.",
  ENOENT: "Correct the path of the file that DATABASE_URL names, which this process has to be able to read.",
  CERT_HAS_EXPIRED: "Renew the certificate of Postgres.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "Use in DATABASE_URL the host name that the certificate of Postgres was made for.",
};

/** Certificates whose authority this process does not know. */
const ofUnknownAuthority = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_GET_ISSUER_CERT",
]);

/** @returns what to do about a Postgres that can't be used, in a sentence */
export function databaseAdvice(error: unknown): string {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const text = String(message);
  if (/no encryption/i.test(text))
    return "Add ?sslmode=verify-full to DATABASE_URL: this Postgres wants TLS.";
  if (/does not support SSL/i.test(text)) {
    return "Switch TLS on in Postgres (ssl = on), or say sslmode=disable in DATABASE_URL where the network is yours.";
  }
  if (ofUnknownAuthority.has(String(code))) {
    return "Add sslrootcert=/path/of/ca.pem to DATABASE_URL, the certificate of the authority that signed that of Postgres.";
  }
  return byCode[String(code)] ?? "Start it, let this machine reach it, or correct DATABASE_URL.";
}

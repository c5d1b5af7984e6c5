/** The code of an error about a certificate: expired, for another name, or of an unknown issuer. */
export const UNTRUSTED = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

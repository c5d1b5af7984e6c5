import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Compresses what is sent many times: for the build's files, and for the pages in memory. @param {Buffer} plain */
export async function compress(plain) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const br = await promisify(brotliCompress)(plain, { params });
  return { br, gzip: await promisify(gzip)(plain, { level: 9 }) };
}

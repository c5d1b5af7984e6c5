import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Compresses as small as possible, for what is sent many times: the build's files and cached pages. @param {Buffer} plain
 */
export async function compress(plain) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const br = await promisify(brotliCompress)(plain, { params });
  return { br, gzip: await promisify(gzip)(plain, { level: 9 }) };
}

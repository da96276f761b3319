/** The version of this package, for its User-Agent. A test compares it with package.json. */
export const sdkVersion = '0.2.0';

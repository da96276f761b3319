/** What stands in a sample where the reader's key is not known: a variable of the shell. */
export const keyVariable = '$NSIMBI_KEY';

/** What is filled into the samples of a guide. */
export interface SampleValues {
  /** Where the service answers, such as `https://pay.example.ug`, without a slash at its end. */
  readonly baseUrl: string;
  /** The text of a key, or the variable. */
  readonly apiKey: string;
}

/** The address of a service that was started without settings, and one that stands for any other. */
const addressesInDocs = /http:\/\/127\.0\.0\.1:4500|https:\/\/pay\.example\.com/g;

/** How the pages write a test key: cut short, by the variable, or read from the file of the first start. */
const keysInDocs = /nsk_test_…|\$NSIMBI_KEY|\$\(node -p "require\('\.\/data\/credentials\.json'\)\.api_key"\)/g;

/** A sample with the address and the key of its reader. Pure. */
export function fillSample(text: string, { baseUrl, apiKey }: SampleValues): string {
  return text.replace(addressesInDocs, () => baseUrl).replace(keysInDocs, () => apiKey);
}

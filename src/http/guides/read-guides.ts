import { readFile } from 'node:fs/promises';
import { type Guide, guideNames } from './guide.ts';
import { parseGuide } from './parse-guide.ts';

/** The folder of the pages, beside `src` in the repository and in the package. */
const docs = new URL('../../../docs/', import.meta.url);

/** The name in the headers of webhooks that the pages are written with. */
const brandInDocs = 'Service';

/**
 * Reads every guide from `docs/`.
 * @param brand the installation's name in the headers of webhooks (NSIMBI_BRAND), which is written in place of the pages' own.
 */
export async function readGuides(brand = brandInDocs): Promise<Guide[]> {
  return await Promise.all(
    guideNames.map(async (name) =>
      parseGuide(name, inBrand(await readFile(new URL(`${name}.md`, docs), 'utf8'), brand)),
    ),
  );
}

function inBrand(markdown: string, brand: string): string {
  return markdown
    .replaceAll(`X-${brandInDocs}-`, `X-${brand}-`)
    .replaceAll(`x-${brandInDocs.toLowerCase()}-`, `x-${brand.toLowerCase()}-`)
    .replaceAll(`${brandInDocs}-Webhooks/`, `${brand}-Webhooks/`);
}

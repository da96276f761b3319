import { readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { World } from '../journeys/world.ts';
import { launchBrowser, visit } from './browser.ts';

const folder = new URL('../../packages/dashboard/public/', import.meta.url);

/** The icons are drawn again from favicon.svg when the tests run with UPDATE_DOCS=1. */
const draws = process.env.UPDATE_DOCS === '1';

const rounded = readFileSync(new URL('favicon.svg', folder), 'utf8');
/** Systems cut a maskable icon into their own shape, so that it fills the square. */
const square = rounded.replace(/ rx="\d+"/, '');

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await World.open();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

it('the dashboard has a manifest without errors, whose icons a phone can load', async () => {
  const { page, context } = await visit(browser, world);
  await page.goto('/sign-in');
  const device = await context.newCDPSession(page);
  const { errors, data, url } = await device.send('Page.getAppManifest');
  expect([errors, url]).toEqual([[], `${world.baseUrl}/manifest.webmanifest`]);
  const manifest = JSON.parse(data ?? '');
  expect(manifest).toMatchObject({ name: 'Nsimbi', start_url: '/', display: 'standalone' });
  for (const { src, type, sizes } of manifest.icons as { src: string; type: string; sizes: string }[]) {
    const icon = await fetch(`${world.baseUrl}${src}`);
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type]);
    if (type === 'image/png') expect(sizes).toBe(sizeOf(Buffer.from(await icon.arrayBuffer())));
  }
  await context.close();
});

describe('the icon', () => {
  it.each([
    ['icon-192.png', rounded, 192],
    ['icon-512.png', rounded, 512],
    ['icon-maskable-192.png', square, 192],
    ['icon-maskable-512.png', square, 512],
  ])('%s is favicon.svg drawn in its size', async (name, svg, size) => {
    const { page, context } = await visit(browser, world, { width: size, height: size });
    const path = new URL(name, folder);
    await page.setContent(`<style>* { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`);
    const drawn = await page.screenshot({ omitBackground: true });
    if (draws) writeFileSync(path, drawn);
    expect(await differenceOf(page, drawn, readFileSync(path))).toBeLessThan(2);
    await context.close();
  });
});

/** Width and height of a PNG, as its first chunk says. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

/** By how much two pictures differ, on average of all colours of all pixels, of 255. */
async function differenceOf(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const pictures = [one, other].map((png) => `data:image/png;base64,${png.toString('base64')}`);
  return await page.evaluate<number>(`(async () => {
    const pixels = await Promise.all(${JSON.stringify(pictures)}.map(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, image.width, image.height).data;
    }));
    const [one, other] = pixels;
    if (one.length !== other.length) return 255;
    let sum = 0;
    for (let index = 0; index < one.length; index += 1) sum += Math.abs(one[index] - other[index]);
    return sum / one.length;
  })()`);
}

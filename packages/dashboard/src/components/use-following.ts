import { useEffect, useState } from 'react';

/** A field's text: what is typed, until the address says otherwise. */
export function useFollowing(inAddress: string | undefined) {
  const [value, setValue] = useState(inAddress ?? '');
  useEffect(() => setValue(inAddress ?? ''), [inAddress]);
  return [value, setValue] as const;
}

/**
 * Fills in a form of filters whenever the address has other ones, so that the form itself stays, and the focus in it.
 * @param fill the `setValues` of the form.
 * @param filters what the form holds for the address.
 */
export function useFilledFrom<Values extends object>(fill: (values: Values) => void, filters: Values): void {
  // As a text, because the same filters may be another object.
  const text = JSON.stringify(filters);
  useEffect(() => fill(JSON.parse(text)), [fill, text]);
}

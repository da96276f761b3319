import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiFailure, ConnectionLost } from '../api/failure.ts';
import { FormError, type FormErrorProps } from './form-error.tsx';

const shown = (props: FormErrorProps) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(FormError, props)));

test.each([
  ['happens_once', 'never carried out twice'],
  ['only_reads', 'Try it again.'],
  [undefined, 'Check whether it was done before you send it again.'],
] as const)('after a lost answer a form that %s when repeated says: %s', (whenRepeated, sentence) => {
  const text = shown({ error: new ConnectionLost(), whenRepeated });
  expect(text).toContain('The connection to the service was lost');
  expect(text).toContain(sentence);
  expect(text.includes('never carried out twice')).toBe(whenRepeated === 'happens_once');
});

test('a refusal is said as it is', () => {
  const text = shown({ error: new ApiFailure(422, { message: 'No such role.', code: 'invalid_request' }) });
  expect(text).toContain('No such role.');
  expect(text).not.toContain('again');
});

import { expect, test } from 'vitest';
import { ApiFailure } from '../api/failure.ts';
import { fieldErrors } from './field-errors.ts';

test('a message beside a field says “This”, not the name that programs use', () => {
  const failure = new ApiFailure(422, {
    message: 'Correct these fields.',
    code: 'invalid_request',
    errors: {
      recipient_phone: ['recipient_phone must be a Uganda phone number.'],
      'bands.0.up_to': ['Bands must grow.', 'bands.0.up_to must be above 0.'],
    },
  });
  expect(fieldErrors(failure)).toEqual({
    recipient_phone: 'This must be a Uganda phone number.',
    'bands.0.up_to': 'Bands must grow. This must be above 0.',
  });
});

test('another failure has no fields', () => {
  expect(fieldErrors(new Error('The connection was lost.'))).toEqual({});
});

import { Type } from 'typebox';

const day = (description: string) => Type.String({ description, examples: ['2027-01-31'] });

export const statementQuery = Type.Object({
  from: day('The first day, in Kampala.'),
  to: day('The last day, in Kampala; at most a year after the first.'),
});

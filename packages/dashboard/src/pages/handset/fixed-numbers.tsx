import { Button, Text, Title } from '@mantine/core';
import { phonesMax } from './handset.ts';
import classes from './handset-page.module.css';

/** What the simulated operators do with numbers that end so (both 0770 00 … of MTN and 0700 00 … of Airtel). */
const numbers = [
  ['0001', 'Approved after 1 second', 'Paid after 1 second'],
  ['0002', 'The customer declines', 'Refused: no such recipient'],
  ['0003', 'Insufficient funds', 'Refused: the operator’s float is too low'],
  ['0004', 'No answer; expires after 5 seconds', 'Times out, then paid after 5 seconds'],
  ['0005', 'Stays processing', 'Stays processing'],
  ['0006', 'Operator cannot be reached', 'Operator cannot be reached'],
  ['0007', 'Approved; duplicate callback', 'Paid; duplicate callback'],
  ['0008', 'Expires, then a late success', 'Fails, then a late success'],
  ['0009', 'Waits for the handset, 5 minutes', 'Paid when the handset accepts'],
] as const;

/** The table beside the phones. */
export function FixedNumbers(props: { readonly phones: readonly string[]; readonly onAdd: (phone: string) => void }) {
  const { phones, onAdd } = props;
  return (
    <aside className={classes.side} aria-labelledby="fixed-numbers">
      <Title order={2} size="h4" id="fixed-numbers">
        Numbers with a fixed behaviour
      </Title>
      <Text c="dimmed" size="sm" mt={4} mb="sm">
        25677000<b>0009</b> is MTN’s, 25670000<b>0009</b> Airtel’s; the last four digits decide. All other numbers
        approve or are paid automatically after a moment.
      </Text>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Ends in</th>
              <th scope="col">When you collect</th>
              <th scope="col">When you pay out</th>
            </tr>
          </thead>
          <tbody>
            {numbers.map(([ending, collection, payout]) => {
              const phone = `25677000${ending}`;
              return (
                <tr key={ending}>
                  <th scope="row">
                    {ending}
                    {phones.includes(phone) || phones.length >= phonesMax ? null : (
                      <Button
                        display="block"
                        size="compact-sm"
                        variant="subtle"
                        className={classes.show}
                        onClick={() => onAdd(phone)}
                        aria-label={`Show the phone that ends in ${ending}`}
                      >
                        Show
                      </Button>
                    )}
                  </th>
                  <td>{collection}</td>
                  <td>{payout}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </aside>
  );
}

import { Alert, Skeleton, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  FeeBandObject,
  FeeOperationName,
  FeePreviewRow,
} from '../../../../../../src/http/dashboard/schemas/fees.ts';
import { api } from '../../../api/api.ts';
import { sentenceOf } from '../../../api/failure.ts';
import { Money } from '../../../components/money.tsx';

/** Round amounts that people send, and both sides of each band's end. */
const usual = [1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, 5_000_000];

/** Fee preview, computed by the service with the rule that payments are charged by. */
export function FeePreview(props: {
  readonly operation: FeeOperationName;
  readonly clientId: number | null;
  readonly bands: readonly FeeBandObject[];
}) {
  const [{ operation, clientId, bands }] = useDebouncedValue(props, 300);
  const ends = bands.flatMap(({ up_to: end }) => (end === null || end < 1 ? [] : [end, end + 1]));
  const amounts = [...new Set([...usual, ...ends])].sort((a, b) => a - b).slice(0, 50);
  const body = { operation, client_id: clientId, bands, amounts };
  const { data: rows, error } = useQuery({
    queryKey: ['platform', 'fees', 'preview', body],
    queryFn: ({ signal }) => api.post<FeePreviewRow[]>('/platform/fees/preview', body, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error !== null) {
    return (
      <Alert color="yellow" role="status">
        {sentenceOf(error)}
      </Alert>
    );
  }
  if (rows === undefined) return <Skeleton height={240} />;
  return (
    <Table.ScrollContainer minWidth={270} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label="Fee preview" verticalSpacing={6} horizontalSpacing={4} fz={13}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th ta="right">Fee now</Table.Th>
            <Table.Th ta="right">New fee</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.amount}>
              <Table.Td ta="right">
                <Money amount={row.amount} />
              </Table.Td>
              <Table.Td ta="right">
                <Money amount={row.fee_now} c="dimmed" />
              </Table.Td>
              <Table.Td ta="right">
                <Money amount={row.fee} fw={row.fee === row.fee_now ? undefined : 600} />
                {row.net === null ? (
                  <Text c="red" size="sm">
                    Refused: the fee takes the whole amount
                  </Text>
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

import { Table } from '@mantine/core';
import type { FeeBandObject } from '../../../../../../src/dashboard/schemas/fees.ts';
import { Money } from '../../../components/money.tsx';
import { percentText } from './percent-text.ts';

/** What amounts cost, band by band. */
export function BandsTable({ bands, label }: { readonly bands: readonly FeeBandObject[]; readonly label: string }) {
  return (
    <Table.ScrollContainer minWidth={380} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={label} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Amounts</Table.Th>
            <Table.Th ta="right">Fixed</Table.Th>
            <Table.Th ta="right">Percent</Table.Th>
            <Table.Th ta="right">At least</Table.Th>
            <Table.Th ta="right">At most</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bands.map((band) => (
            <Table.Tr key={band.up_to ?? 'rest'}>
              <Table.Td>
                {band.up_to === null ? (
                  bands.length === 1 ? (
                    'All'
                  ) : (
                    'Above'
                  )
                ) : (
                  <>
                    Up to <Money amount={band.up_to} />
                  </>
                )}
              </Table.Td>
              <Table.Td ta="right">{band.fixed === 0 ? '–' : <Money amount={band.fixed} />}</Table.Td>
              <Table.Td ta="right">{percentText(band.basis_points)}</Table.Td>
              <Table.Td ta="right">{band.minimum === 0 ? '–' : <Money amount={band.minimum} />}</Table.Td>
              <Table.Td ta="right">
                <Money amount={band.maximum} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

import { Alert, Skeleton } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PayingPowerObject } from '../../../../../src/http/dashboard/schemas/money.ts';
import { api } from '../../api/api.ts';
import { useStaffContext } from '../../api/desk.ts';
import { Money } from '../../components/money.tsx';
import { Fact, Facts } from './money-facts.tsx';
import type { MoneyOperation } from './money-operation.ts';

/** Above the form: what the wallet has available now. Left out where it cannot be loaded: the next step shows it again. */
export function AvailableBalance({ operation }: { readonly operation: MoneyOperation }) {
  const context = useStaffContext();
  const { data: power, error } = useQuery({
    queryKey: context.key('paying-power'),
    queryFn: ({ signal }) => api.get<PayingPowerObject>(context.path('/paying-power'), { signal }),
    // Never that of an earlier visit: a payment may have changed it.
    gcTime: 0,
    // Others pay from the wallet while the form is open.
    refetchInterval: 15_000,
  });
  if (power === undefined) return error === null ? <Skeleton height={44} radius="md" /> : null;
  return (
    <>
      <Facts>
        <Fact label="Available balance" isTotal>
          <Money amount={power.available} />
        </Fact>
      </Facts>
      {power.frozen && operation.kind !== 'collection' ? (
        <Alert color="yellow" role="status" icon={<IconSnowflake size={18} aria-hidden />}>
          The wallet is frozen: no money can leave it. Contact support.
        </Alert>
      ) : null}
    </>
  );
}

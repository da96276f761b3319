import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeeOperationName } from '../../../../../../src/http/dashboard/schemas/fees.ts';
import { api } from '../../../api/api.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { noteProposed, type Requested } from '../../../components/proposed-notice.tsx';
import { operations } from './operations.ts';

/** Gives a client the fees of everybody again, once that is confirmed. */
export function ClearFees({ operation, client }: { readonly operation: FeeOperationName; readonly client: string }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const costs = operations[operation].title.toLowerCase();
  const clear = async () => {
    const requested = await api.post<Requested>('/platform/fees/clear', { operation, client_id: Number(client) });
    if (!noteProposed(requested)) {
      notifications.show({ message: 'The general fees apply to the client again.', color: 'nsimbi' });
    }
    await queries.invalidateQueries({ queryKey: ['platform'] });
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        onClick={() => setAsking(true)}
        aria-label={`Remove the client’s fees for ${costs}`}
      >
        Clear
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Remove the fees of this client?"
        confirmLabel="Remove the fees"
        onConfirm={clear}
      >
        The general fees apply to its {costs} at once. Accepted payments keep their fee. Planned fees of this client
        still take effect.
      </ConfirmDialog>
    </>
  );
}

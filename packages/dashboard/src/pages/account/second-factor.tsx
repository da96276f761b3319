import { Button, Group, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery, useMe } from '../../api/session.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from './section.tsx';
import { SetUpApp } from './set-up-app.tsx';
import { TurnOffApp } from './turn-off-app.tsx';

/** The authenticator app: set up, new recovery codes, turned off. */
export function SecondFactor() {
  const { person } = useMe();
  const client = useQueryClient();
  const [doing, setDoing] = useState<'set-up' | 'codes' | 'turn-off' | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => {
    setDoing(null);
    setCodes(null);
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  const showCodes = (made: readonly string[]) => {
    setDoing(null);
    setCodes(made);
  };
  const isOn = person.app_enabled;
  const titles = {
    'set-up': 'Set up an authenticator app',
    codes: 'New recovery codes',
    'turn-off': 'Turn off the authenticator app',
  };
  return (
    <Section
      title="Authenticator app"
      badge={<StatusBadge status={isOn ? 'enabled' : 'off'} label={isOn ? 'On' : 'Off'} />}
      description="Requires a code from your phone in addition to your password."
    >
      <Group gap="xs">
        {isOn ? (
          <>
            <Button variant="default" onClick={() => setDoing('codes')}>
              New recovery codes
            </Button>
            <Button variant="default" color="red" onClick={() => setDoing('turn-off')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button onClick={() => setDoing('set-up')}>Set up</Button>
        )}
      </Group>
      <Modal
        opened={doing !== null}
        onClose={close}
        title={doing === null ? '' : titles[doing]}
        size="md"
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {doing === 'set-up' ? <SetUpApp onSetUp={showCodes} /> : null}
        {doing === 'codes' ? <NewRecoveryCodes onMade={showCodes} /> : null}
        {doing === 'turn-off' ? <TurnOffApp onDone={close} /> : null}
      </Modal>
      <RecoveryCodes codes={codes} onStored={close} />
    </Section>
  );
}

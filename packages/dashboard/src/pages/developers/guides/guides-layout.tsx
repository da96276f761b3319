import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import type { NewKey } from '../key.ts';
import { SampleKeyContext } from './sample-key.tsx';

/** What the pages of the guides share: a key that was created on one of them stays in the samples of all until they are left. */
export function GuidesLayout() {
  const [made, setMade] = useState<NewKey | null>(null);
  return (
    <SampleKeyContext value={{ made, setMade }}>
      <Outlet />
    </SampleKeyContext>
  );
}

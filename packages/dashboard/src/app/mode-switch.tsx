import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { Mode } from '../api/session.ts';
import type { OpenClient } from './last-desk.ts';
import classes from './mode-switch.module.css';
import { pathInMode } from './path-in-mode.ts';

const modes: readonly { readonly mode: Mode; readonly label: string }[] = [
  { mode: 'test', label: 'Test' },
  { mode: 'live', label: 'Live' },
];

/** Whether real money moves. Orange is test and nothing else in the dashboard is orange of this kind. */
export function ModeSwitch({ openClient }: { readonly openClient: OpenClient }) {
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <fieldset className={classes.switch}>
      <legend className={classes.legend}>Mode</legend>
      {modes.map(({ mode, label }) => (
        <label
          key={mode}
          className={classes.choice}
          data-mode={mode}
          data-chosen={openClient.mode === mode || undefined}
        >
          <input
            type="radio"
            name="mode"
            value={mode}
            checked={openClient.mode === mode}
            onChange={() => void navigate({ to: pathInMode(path, mode) })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

import { Tabs, Text, Title } from '@mantine/core';
import javaCode from '../../../../../docs/webhooks/Verify.java?raw';
import goCode from '../../../../../docs/webhooks/verify.go?raw';
import phpCode from '../../../../../docs/webhooks/verify.php?raw';
import pythonCode from '../../../../../docs/webhooks/verify.py?raw';
import typescriptCode from '../../../../../docs/webhooks/verify.ts?raw';
import { CopyButton } from '../../components/copy-button.tsx';
import classes from './webhooks.module.css';

const samples = [
  { name: 'TypeScript', code: typescriptCode },
  { name: 'Python', code: pythonCode },
  { name: 'PHP', code: phpCode },
  { name: 'Go', code: goCode },
  { name: 'Java', code: javaCode },
] as const;

/** A whole receiver that checks signatures, in each language; the same files that docs/webhooks.md shows and tests run. */
export function Verification({ headerPrefix }: { readonly headerPrefix: string }) {
  return (
    <section aria-labelledby="verification">
      <Title order={2} size="h3" id="verification" className={classes.section}>
        Verify the signature
      </Title>
      <Text c="dimmed" mb="sm">
        Anyone can post to your address. Check <code>{headerPrefix}-Signature</code> over the raw body, before anything
        parses it. Each of these programs is a complete receiver.
      </Text>
      <Tabs defaultValue="TypeScript" keepMounted={false}>
        <Tabs.List>
          {samples.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {samples.map(({ name, code }) => {
          const text = inBrand(code, headerPrefix);
          return (
            <Tabs.Panel key={name} value={name} pt="sm" pos="relative">
              <div className={classes.copy}>
                <CopyButton text={text} label={`Copy the ${name} receiver`} />
              </div>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
              <section className={classes.code} tabIndex={0} aria-label={`A receiver in ${name}`}>
                <pre>{text}</pre>
              </section>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </section>
  );
}

/** The samples name headers of an installation without a brand. */
function inBrand(code: string, headerPrefix: string): string {
  const php = headerPrefix.toUpperCase().replaceAll('-', '_');
  return code
    .replaceAll('X-Service', headerPrefix)
    .replaceAll('x-service', headerPrefix.toLowerCase())
    .replaceAll('X_SERVICE', php);
}

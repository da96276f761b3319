import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from '../../components/page-header.tsx';
import classes from './sign-in-layout.module.css';

/** The card in the middle that the pages before the sign-in share. */
export function SignInLayout(props: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, description, children } = props;
  useTitle(title);
  return (
    <main className={classes.page}>
      <div className={classes.mark}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        Nsimbi
      </div>
      <div className={classes.card}>
        <Stack gap="lg">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            {description === undefined ? null : (
              <Text c="dimmed" mt={6}>
                {description}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </div>
    </main>
  );
}

import { Skeleton, Stack } from '@mantine/core';

const widths = ['92%', '78%', '85%', '70%', '88%', '64%'];

/** Lines of text that come. @param props `lines` at most six. */
export function LinesSkeleton({ lines }: { readonly lines: number }) {
  return (
    <Stack gap={12} aria-busy>
      {widths.slice(0, lines).map((width) => (
        <Skeleton key={width} height={14} width={width} my={4} />
      ))}
    </Stack>
  );
}

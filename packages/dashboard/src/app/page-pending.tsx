import { Center, Loader } from '@mantine/core';

/** While a page's code is on its way. */
export function PagePending() {
  return (
    <Center mih="50vh" role="status" aria-label="Loading the page">
      <Loader size="sm" color="gray" />
    </Center>
  );
}

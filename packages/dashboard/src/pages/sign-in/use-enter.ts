import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

/** Opens a page for who has just signed in. */
export function useEnter(): (path: string) => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return (path) => {
    // The cache may hold data of another person.
    queryClient.clear();
    router.history.push(path);
  };
}

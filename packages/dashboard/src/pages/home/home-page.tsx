import { PageHeader } from '../../components/page-header.tsx';

/** What a client sees first: its money and what needs attention. */
export function HomePage() {
  return <PageHeader title="Home" />;
}

import guides from 'virtual:guides';
import { useParams } from '@tanstack/react-router';
import { useStaffContext } from '../../../api/desk.ts';
import { NotFoundPage } from '../../../app/not-found-page.tsx';
import { TextLink } from '../../../components/links.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { GuideBlocks } from './guide-blocks.tsx';
import { GuideSearch } from './guide-search.tsx';
import classes from './guides.module.css';
import { SampleKey, useSampleKey } from './sample-key.tsx';

/** One guide, with the address of this installation and the reader's own key in its samples. */
export function GuidePage() {
  const context = useStaffContext();
  const apiKey = useSampleKey();
  const { guide: name } = useParams({ from: '/desk/clients/$clientId/$mode/guides/$guide' });
  const guide = guides.find((one) => one.name === name);
  if (guide === undefined) return <NotFoundPage />;
  return (
    <>
      <PageHeader title={guide.title} back={{ to: context.page('/guides'), label: 'Guides' }} />
      <GuideSearch>
        <SampleKey />
        <nav className={classes.contents} aria-label="On this page">
          {guide.sections
            .filter(({ anchor }) => anchor !== '')
            .map(({ title, anchor }) => (
              <TextLink key={anchor} to={context.page(`/guides/${guide.name}`)} hash={anchor}>
                {title}
              </TextLink>
            ))}
        </nav>
        <article className={classes.guide}>
          <GuideBlocks
            blocks={guide.blocks}
            section={guide.title}
            values={{ baseUrl: window.location.origin, apiKey }}
          />
        </article>
      </GuideSearch>
    </>
  );
}

import guides from 'virtual:guides';
import { Button, Title } from '@mantine/core';
import { useStaffContext } from '../../../api/desk.ts';
import { TextLink } from '../../../components/links.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { GuideSearch } from './guide-search.tsx';
import classes from './guides.module.css';

/** The guides with their sections. */
export function GuideListPage() {
  const context = useStaffContext();
  return (
    <>
      <PageHeader
        title="Guides"
        description="What to know before you write a client. Every field is in the API reference."
        actions={
          <Button component="a" href="/docs" variant="default">
            API reference
          </Button>
        }
      />
      <GuideSearch>
        <div className={classes.lists}>
          {guides.map(({ name, title, sections }) => (
            <section key={name}>
              <Title order={2} size="h3">
                <TextLink to={context.page(`/guides/${name}`)} inherit>
                  {title}
                </TextLink>
              </Title>
              <ul className={classes.sections}>
                {sections
                  .filter(({ anchor }) => anchor !== '')
                  .map((section) => (
                    <li key={section.anchor}>
                      <TextLink to={context.page(`/guides/${name}`)} hash={section.anchor}>
                        {section.title}
                      </TextLink>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </GuideSearch>
    </>
  );
}

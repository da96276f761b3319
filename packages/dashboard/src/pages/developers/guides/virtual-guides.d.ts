/** The guides of `docs/`, put into the build by packages/dashboard/guides.ts. */
declare module 'virtual:guides' {
  const guides: readonly import('../../../../../../src/http/guides/guide.ts').Guide[];
  export default guides;
}

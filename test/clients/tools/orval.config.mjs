/** Orval calls the address of the document, and takes the headers of an operation, only where it is told to. */
export default {
  tasklatch: {
    input: process.env.DOCUMENT,
    output: {
      target: './generated/orval.ts',
      client: 'fetch',
      headers: true,
      baseUrl: { getBaseUrlFromSpecification: true },
    },
  },
};

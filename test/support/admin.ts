import pg from 'pg';

/** A connection beside the service's, for the hand that looks or does the harm. */
export async function asAdmin<Value>(
  url: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  // The harm may be to the connection itself.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

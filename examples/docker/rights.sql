-- The rights of the role of the handler, and no others: it cannot change a record of consent. The owner of the tables runs this.
GRANT USAGE ON SCHEMA lending TO backend;
GRANT SELECT ON lending.migrations TO backend;
GRANT SELECT, INSERT ON lending.consents, lending.notices, lending.erasures TO backend;
GRANT SELECT, INSERT, UPDATE, DELETE ON lending.keys, lending.owners, lending.applications, lending.calls,
  lending.served, lending.drafts, lending.events, lending.failures, lending.prefills TO backend;

-- The member's level when credits for messages moved: with a plan a message costs the flow's price, without one it costs
-- one credit, and members see messages. Movements from before have none.

alter table ledger_transfers add column level smallint;

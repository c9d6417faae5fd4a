BEGIN TRANSACTION;
CREATE TABLE agreements (
	id INTEGER NOT NULL, 
	team_id INTEGER NOT NULL, 
	phase_id INTEGER NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	user_id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_agreements PRIMARY KEY (id), 
	CONSTRAINT fk_agreements_phase_id FOREIGN KEY(phase_id) REFERENCES phases (id), 
	CONSTRAINT fk_agreements_team_id FOREIGN KEY(team_id) REFERENCES teams (id), 
	CONSTRAINT fk_agreements_user_id FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_agreements_team_id_phase_id_sha256 UNIQUE (team_id, phase_id, sha256)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE answers (
	id INTEGER NOT NULL, 
	item_id INTEGER NOT NULL, 
	job_id INTEGER, 
	turn_id INTEGER, 
	author_id INTEGER, 
	kind VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	content JSON NOT NULL, 
	hits JSON NOT NULL, 
	system VARCHAR(128), 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_answers PRIMARY KEY (id), 
	CONSTRAINT fk_answers_author_id FOREIGN KEY(author_id) REFERENCES users (id), 
	CONSTRAINT fk_answers_item_id FOREIGN KEY(item_id) REFERENCES items (id), 
	CONSTRAINT fk_answers_job_id FOREIGN KEY(job_id) REFERENCES jobs (id), 
	CONSTRAINT fk_answers_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id)
);
INSERT INTO "answers" VALUES(1,14,1,NULL,2,'submitted',1,'{"rating":"fine"}','[]',NULL,1700000000.0);
INSERT INTO "answers" VALUES(2,11,2,NULL,3,'submitted',1,'{"rating":"bad"}','[]',NULL,1700000060.0);
INSERT INTO "answers" VALUES(3,11,3,NULL,2,'submitted',1,'{"rating":"fine"}','[]',NULL,1700000120.0);
INSERT INTO "answers" VALUES(4,8,4,NULL,2,'submitted',1,'{"rating":"fine"}','[]',NULL,1700000180.0);
INSERT INTO "answers" VALUES(5,8,5,NULL,3,'submitted',1,'{"rating":"bad"}','[]',NULL,1700000240.0);
INSERT INTO "answers" VALUES(6,7,6,NULL,2,'submitted',1,'{"rating":"fine"}','[]',NULL,1700000300.0);
INSERT INTO "answers" VALUES(7,7,7,NULL,3,'submitted',1,'{"rating":"bad"}','[]',NULL,1700000360.0);
INSERT INTO "answers" VALUES(8,5,8,NULL,2,'submitted',1,'{"rating":"fine"}','[]',NULL,1700000420.0);
INSERT INTO "answers" VALUES(9,17,10,NULL,2,'submitted',1,'{"senses":["使打开；拉开"]}','[]',NULL,1700000480.0);
INSERT INTO "answers" VALUES(10,17,11,NULL,3,'submitted',1,'{"senses":["使打开；拉开"]}','[]',NULL,1700000480.0);
INSERT INTO "answers" VALUES(11,19,12,NULL,2,'submitted',1,'{"senses":["使打开；拉开"]}','[]',NULL,1700000480.0);
INSERT INTO "answers" VALUES(12,19,13,NULL,3,'submitted',1,'{"senses":["揭开；掀开"]}','[]',NULL,1700000480.0);
INSERT INTO "answers" VALUES(13,22,14,NULL,2,'submitted',1,'{"fluency":80,"accuracy":80,"entities":80,"relations":80}','[]',NULL,1700000480.0);
CREATE TABLE campaign_members (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	roles VARCHAR(80) NOT NULL, 
	audit_rate FLOAT, 
	claimed INTEGER NOT NULL, 
	submitted INTEGER NOT NULL, 
	CONSTRAINT pk_campaign_members PRIMARY KEY (id), 
	CONSTRAINT fk_campaign_members_campaign_id FOREIGN KEY(campaign_id) REFERENCES campaigns (id), 
	CONSTRAINT fk_campaign_members_user_id FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_campaign_members_campaign_id_user_id UNIQUE (campaign_id, user_id)
);
INSERT INTO "campaign_members" VALUES(1,1,1,'builder',NULL,0,0);
INSERT INTO "campaign_members" VALUES(2,1,2,'annotator',NULL,5,5);
INSERT INTO "campaign_members" VALUES(3,1,3,'annotator',NULL,4,3);
INSERT INTO "campaign_members" VALUES(4,1,4,'reviewer',NULL,0,0);
INSERT INTO "campaign_members" VALUES(5,2,1,'builder',NULL,0,0);
INSERT INTO "campaign_members" VALUES(6,2,2,'annotator',NULL,2,2);
INSERT INTO "campaign_members" VALUES(7,2,3,'annotator',NULL,2,2);
INSERT INTO "campaign_members" VALUES(8,2,4,'reviewer',NULL,0,0);
INSERT INTO "campaign_members" VALUES(9,2,5,'reviewer',NULL,0,0);
INSERT INTO "campaign_members" VALUES(10,3,1,'builder',NULL,0,0);
INSERT INTO "campaign_members" VALUES(11,3,2,'annotator',NULL,1,1);
INSERT INTO "campaign_members" VALUES(12,3,3,'annotator',NULL,0,0);
CREATE TABLE campaigns (
	id INTEGER NOT NULL, 
	title VARCHAR(128) NOT NULL, 
	preset VARCHAR(64), 
	form VARCHAR(64) NOT NULL, 
	status VARCHAR(16) NOT NULL, 
	settings JSON NOT NULL, 
	rules JSON NOT NULL, 
	size INTEGER NOT NULL, 
	created_by INTEGER NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_campaigns PRIMARY KEY (id), 
	CONSTRAINT fk_campaigns_created_by FOREIGN KEY(created_by) REFERENCES users (id), 
	CONSTRAINT uq_campaigns_title UNIQUE (title)
);
INSERT INTO "campaigns" VALUES(1,'评级','space-rating','space-rating','open','{"answers":2,"test":"strict","threshold":1.0,"on_disagreement":"leave","audit_rate":0.3,"audit_rate_first":0.15,"audit_first":40,"return_to":"nobody","appeals":false,"learn_days":7.0,"control_rate":0.2,"fixed_annotators":false,"finish_group":false,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}','{}',15,1,1700000000.0);
INSERT INTO "campaigns" VALUES(2,'词义','wsd','wsd','open','{"answers":2,"test":"exact","threshold":1.0,"on_disagreement":"review","audit_rate":0.0,"audit_rate_first":0.0,"audit_first":0,"return_to":"all","appeals":true,"learn_days":7.0,"control_rate":0.0,"fixed_annotators":true,"finish_group":true,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}','{}',4,1,1700000480.0);
INSERT INTO "campaigns" VALUES(3,'解释评分','explanation-rating','explanation-rating','open','{"answers":3,"test":"exact","threshold":1.0,"on_disagreement":"leave","audit_rate":0.0,"audit_rate_first":0.0,"audit_first":0,"return_to":"nobody","appeals":false,"learn_days":7.0,"control_rate":0.0,"fixed_annotators":false,"finish_group":false,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}','{}',6,1,1700000480.0);
CREATE TABLE comments (
	id INTEGER NOT NULL, 
	item_id INTEGER NOT NULL, 
	author_id INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_comments PRIMARY KEY (id), 
	CONSTRAINT fk_comments_author_id FOREIGN KEY(author_id) REFERENCES users (id), 
	CONSTRAINT fk_comments_item_id FOREIGN KEY(item_id) REFERENCES items (id)
);
CREATE TABLE competition_files (
	id INTEGER NOT NULL, 
	competition_id INTEGER NOT NULL, 
	task VARCHAR(64) NOT NULL, 
	part VARCHAR(16) NOT NULL, 
	content VARCHAR(16) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	size INTEGER NOT NULL, 
	records INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	reason TEXT NOT NULL, 
	created_by INTEGER NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_competition_files PRIMARY KEY (id), 
	CONSTRAINT fk_competition_files_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id), 
	CONSTRAINT fk_competition_files_created_by FOREIGN KEY(created_by) REFERENCES users (id)
);
CREATE TABLE competitions (
	id INTEGER NOT NULL, 
	title VARCHAR(128) NOT NULL, 
	about TEXT NOT NULL, 
	edition VARCHAR(64), 
	tasks JSON NOT NULL, 
	ranking JSON NOT NULL, 
	open BOOLEAN NOT NULL, 
	created_by INTEGER NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_competitions PRIMARY KEY (id), 
	CONSTRAINT fk_competitions_created_by FOREIGN KEY(created_by) REFERENCES users (id), 
	CONSTRAINT uq_competitions_title UNIQUE (title)
);
INSERT INTO "competitions" VALUES(1,'评测','',NULL,'["space2023/task3"]','{}',0,1,1700000000.0);
CREATE TABLE decisions (
	id INTEGER NOT NULL, 
	item_id INTEGER NOT NULL, 
	answer_id INTEGER, 
	turn_id INTEGER, 
	accepted_job_id INTEGER, 
	actor_id INTEGER, 
	outcome VARCHAR(16) NOT NULL, 
	about_item BOOLEAN NOT NULL, 
	reason_code VARCHAR(32) NOT NULL, 
	reason TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_decisions PRIMARY KEY (id), 
	CONSTRAINT fk_decisions_accepted_job_id FOREIGN KEY(accepted_job_id) REFERENCES jobs (id), 
	CONSTRAINT fk_decisions_actor_id FOREIGN KEY(actor_id) REFERENCES users (id), 
	CONSTRAINT fk_decisions_answer_id FOREIGN KEY(answer_id) REFERENCES answers (id), 
	CONSTRAINT fk_decisions_item_id FOREIGN KEY(item_id) REFERENCES items (id), 
	CONSTRAINT fk_decisions_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id)
);
INSERT INTO "decisions" VALUES(1,11,NULL,NULL,NULL,NULL,'undetermined',1,'','',1700000120.0);
INSERT INTO "decisions" VALUES(2,7,NULL,NULL,NULL,NULL,'undetermined',1,'','',1700000360.0);
INSERT INTO "decisions" VALUES(3,8,NULL,1,NULL,4,'rejected',0,'label','看上下文',1700000480.0);
INSERT INTO "decisions" VALUES(4,17,9,NULL,10,NULL,'agreed',1,'','',1700000480.0);
INSERT INTO "decisions" VALUES(5,19,11,3,12,4,'reviewed',1,'sense','看上下文',1700000480.0);
CREATE TABLE events (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	item_id INTEGER, 
	job_id INTEGER, 
	turn_id INTEGER, 
	actor_id INTEGER, 
	step VARCHAR(32) NOT NULL, 
	details JSON NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT fk_events_actor_id FOREIGN KEY(actor_id) REFERENCES users (id), 
	CONSTRAINT fk_events_campaign_id FOREIGN KEY(campaign_id) REFERENCES campaigns (id), 
	CONSTRAINT fk_events_item_id FOREIGN KEY(item_id) REFERENCES items (id), 
	CONSTRAINT fk_events_job_id FOREIGN KEY(job_id) REFERENCES jobs (id), 
	CONSTRAINT fk_events_turn_id FOREIGN KEY(turn_id) REFERENCES turns (id)
);
INSERT INTO "events" VALUES(1,1,NULL,NULL,NULL,1,'created','{"title":"评级","preset":"space-rating","settings":{"answers":2,"test":"strict","threshold":1.0,"on_disagreement":"leave","audit_rate":0.3,"audit_rate_first":0.15,"audit_first":40,"return_to":"nobody","appeals":false,"learn_days":7.0,"control_rate":0.2,"fixed_annotators":false,"finish_group":false,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}}',1700000000.0);
INSERT INTO "events" VALUES(2,1,NULL,NULL,NULL,1,'member','{"user":2,"roles":"annotator"}',1700000000.0);
INSERT INTO "events" VALUES(3,1,NULL,NULL,NULL,1,'member','{"user":3,"roles":"annotator"}',1700000000.0);
INSERT INTO "events" VALUES(4,1,NULL,NULL,NULL,1,'member','{"user":4,"roles":"reviewer"}',1700000000.0);
INSERT INTO "events" VALUES(5,1,NULL,NULL,NULL,1,'imported','{"added":15,"already":0}',1700000000.0);
INSERT INTO "events" VALUES(6,1,NULL,NULL,NULL,1,'changed','{"changes":{"status":"open"}}',1700000000.0);
INSERT INTO "events" VALUES(7,1,14,1,NULL,2,'claimed','{"lease_until":1700001800.0,"item_state":"control"}',1700000000.0);
INSERT INTO "events" VALUES(8,1,14,1,NULL,2,'submit','{"answer":1,"item_state":"control"}',1700000000.0);
INSERT INTO "events" VALUES(9,1,11,2,NULL,3,'claimed','{"lease_until":1700001860.0,"item_state":"open"}',1700000060.0);
INSERT INTO "events" VALUES(10,1,11,2,NULL,3,'submit','{"answer":2,"item_state":"open"}',1700000060.0);
INSERT INTO "events" VALUES(11,1,11,3,NULL,2,'claimed','{"lease_until":1700001920.0,"item_state":"open"}',1700000120.0);
INSERT INTO "events" VALUES(12,1,11,3,NULL,2,'submit','{"answer":3,"item_state":"answered"}',1700000120.0);
INSERT INTO "events" VALUES(13,1,11,NULL,NULL,NULL,'undetermined','{"item_state":"decided"}',1700000120.0);
INSERT INTO "events" VALUES(14,1,8,4,NULL,2,'claimed','{"lease_until":1700001980.0,"item_state":"open"}',1700000180.0);
INSERT INTO "events" VALUES(15,1,8,4,NULL,2,'submit','{"answer":4,"item_state":"open"}',1700000180.0);
INSERT INTO "events" VALUES(16,1,8,5,NULL,3,'claimed','{"lease_until":1700002040.0,"item_state":"open"}',1700000240.0);
INSERT INTO "events" VALUES(17,1,8,5,NULL,3,'submit','{"answer":5,"item_state":"answered"}',1700000240.0);
INSERT INTO "events" VALUES(18,1,8,NULL,NULL,NULL,'to-audit','{"item_state":"audit"}',1700000240.0);
INSERT INTO "events" VALUES(19,1,7,6,NULL,2,'claimed','{"lease_until":1700002100.0,"item_state":"open"}',1700000300.0);
INSERT INTO "events" VALUES(20,1,7,6,NULL,2,'submit','{"answer":6,"item_state":"open"}',1700000300.0);
INSERT INTO "events" VALUES(21,1,7,7,NULL,3,'claimed','{"lease_until":1700002160.0,"item_state":"open"}',1700000360.0);
INSERT INTO "events" VALUES(22,1,7,7,NULL,3,'submit','{"answer":7,"item_state":"answered"}',1700000360.0);
INSERT INTO "events" VALUES(23,1,7,NULL,NULL,NULL,'undetermined','{"item_state":"decided"}',1700000360.0);
INSERT INTO "events" VALUES(24,1,5,8,NULL,2,'claimed','{"lease_until":1700002220.0,"item_state":"open"}',1700000420.0);
INSERT INTO "events" VALUES(25,1,5,8,NULL,2,'submit','{"answer":8,"item_state":"open"}',1700000420.0);
INSERT INTO "events" VALUES(26,1,5,9,NULL,3,'claimed','{"lease_until":1700002280.0,"item_state":"open"}',1700000480.0);
INSERT INTO "events" VALUES(27,1,8,NULL,1,4,'review-claimed','{"kind":"audit","item_state":"audit"}',1700000480.0);
INSERT INTO "events" VALUES(28,1,8,4,1,4,'rejected','{"item_state":"correcting"}',1700000480.0);
INSERT INTO "events" VALUES(29,2,NULL,NULL,NULL,1,'created','{"title":"词义","preset":"wsd","settings":{"answers":2,"test":"exact","threshold":1.0,"on_disagreement":"review","audit_rate":0.0,"audit_rate_first":0.0,"audit_first":0,"return_to":"all","appeals":true,"learn_days":7.0,"control_rate":0.0,"fixed_annotators":true,"finish_group":true,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}}',1700000480.0);
INSERT INTO "events" VALUES(30,2,NULL,NULL,NULL,1,'member','{"user":2,"roles":"annotator"}',1700000480.0);
INSERT INTO "events" VALUES(31,2,NULL,NULL,NULL,1,'member','{"user":3,"roles":"annotator"}',1700000480.0);
INSERT INTO "events" VALUES(32,2,NULL,NULL,NULL,1,'member','{"user":4,"roles":"reviewer"}',1700000480.0);
INSERT INTO "events" VALUES(33,2,NULL,NULL,NULL,1,'member','{"user":5,"roles":"reviewer"}',1700000480.0);
INSERT INTO "events" VALUES(34,2,NULL,NULL,NULL,1,'imported','{"added":4,"already":0}',1700000480.0);
INSERT INTO "events" VALUES(35,2,NULL,NULL,NULL,1,'changed','{"changes":{"status":"open"}}',1700000480.0);
INSERT INTO "events" VALUES(36,2,17,10,NULL,2,'claimed','{"lease_until":1700002280.0,"item_state":"open"}',1700000480.0);
INSERT INTO "events" VALUES(37,2,17,10,NULL,2,'submit','{"answer":9,"item_state":"open"}',1700000480.0);
INSERT INTO "events" VALUES(38,2,17,11,NULL,3,'claimed','{"lease_until":1700002280.0,"item_state":"open"}',1700000480.0);
INSERT INTO "events" VALUES(39,2,17,11,NULL,3,'submit','{"answer":10,"item_state":"answered"}',1700000480.0);
INSERT INTO "events" VALUES(40,2,17,NULL,NULL,NULL,'agreed','{"item_state":"decided"}',1700000480.0);
INSERT INTO "events" VALUES(41,2,19,12,NULL,2,'claimed','{"lease_until":1700002280.0,"item_state":"open"}',1700000480.0);
INSERT INTO "events" VALUES(42,2,19,12,NULL,2,'submit','{"answer":11,"item_state":"open"}',1700000480.0);
INSERT INTO "events" VALUES(43,2,19,13,NULL,3,'claimed','{"lease_until":1700002280.0,"item_state":"open"}',1700000480.0);
INSERT INTO "events" VALUES(44,2,19,13,NULL,3,'submit','{"answer":12,"item_state":"answered"}',1700000480.0);
INSERT INTO "events" VALUES(45,2,19,NULL,NULL,NULL,'differ','{"item_state":"review"}',1700000480.0);
INSERT INTO "events" VALUES(46,2,19,NULL,3,4,'review-claimed','{"kind":"review","item_state":"review"}',1700000480.0);
INSERT INTO "events" VALUES(47,2,19,NULL,3,4,'reviewed','{"answer":11,"item_state":"returned"}',1700000480.0);
INSERT INTO "events" VALUES(48,3,NULL,NULL,NULL,1,'created','{"title":"解释评分","preset":"explanation-rating","settings":{"answers":3,"test":"exact","threshold":1.0,"on_disagreement":"leave","audit_rate":0.0,"audit_rate_first":0.0,"audit_first":0,"return_to":"nobody","appeals":false,"learn_days":7.0,"control_rate":0.0,"fixed_annotators":false,"finish_group":false,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}}',1700000480.0);
INSERT INTO "events" VALUES(49,3,NULL,NULL,NULL,1,'member','{"user":2,"roles":"annotator"}',1700000480.0);
INSERT INTO "events" VALUES(50,3,NULL,NULL,NULL,1,'member','{"user":3,"roles":"annotator"}',1700000480.0);
INSERT INTO "events" VALUES(51,3,NULL,NULL,NULL,1,'imported','{"added":6,"already":0}',1700000480.0);
INSERT INTO "events" VALUES(52,3,NULL,NULL,NULL,1,'changed','{"changes":{"status":"open"}}',1700000480.0);
INSERT INTO "events" VALUES(53,3,22,14,NULL,2,'claimed','{"lease_until":1700002280.0,"item_state":"open"}',1700000480.0);
INSERT INTO "events" VALUES(54,3,22,14,NULL,2,'submit','{"answer":13,"item_state":"open"}',1700000480.0);
CREATE TABLE gloss_relations (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	word VARCHAR(64) NOT NULL, 
	first VARCHAR(64) NOT NULL, 
	second VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_gloss_relations PRIMARY KEY (id), 
	CONSTRAINT fk_gloss_relations_campaign_id FOREIGN KEY(campaign_id) REFERENCES campaigns (id), 
	CONSTRAINT uq_gloss_relations_campaign_id_word_first_second UNIQUE (campaign_id, word, first, second)
);
CREATE TABLE group_members (
	id INTEGER NOT NULL, 
	group_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	CONSTRAINT pk_group_members PRIMARY KEY (id), 
	CONSTRAINT fk_group_members_group_id FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE CASCADE, 
	CONSTRAINT fk_group_members_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_group_members_group_id_user_id UNIQUE (group_id, user_id)
);
CREATE TABLE group_seats (
	id INTEGER NOT NULL, 
	group_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	finished BOOLEAN NOT NULL, 
	CONSTRAINT pk_group_seats PRIMARY KEY (id), 
	CONSTRAINT fk_group_seats_group_id FOREIGN KEY(group_id) REFERENCES item_groups (id), 
	CONSTRAINT fk_group_seats_user_id FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_group_seats_group_id_user_id UNIQUE (group_id, user_id)
);
INSERT INTO "group_seats" VALUES(1,1,2,0);
INSERT INTO "group_seats" VALUES(2,1,3,0);
CREATE TABLE groups (
	id INTEGER NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_groups PRIMARY KEY (id), 
	CONSTRAINT uq_groups_name UNIQUE (name)
);
CREATE TABLE invites (
	id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	roles VARCHAR(80) NOT NULL, 
	title VARCHAR(128) NOT NULL, 
	group_id INTEGER, 
	uses_left INTEGER NOT NULL, 
	created_by INTEGER, 
	created_at FLOAT NOT NULL, 
	expires_at FLOAT NOT NULL, 
	CONSTRAINT pk_invites PRIMARY KEY (id), 
	CONSTRAINT fk_invites_created_by FOREIGN KEY(created_by) REFERENCES users (id) ON DELETE SET NULL, 
	CONSTRAINT fk_invites_group_id FOREIGN KEY(group_id) REFERENCES groups (id) ON DELETE SET NULL, 
	CONSTRAINT uq_invites_token_hash UNIQUE (token_hash)
);
CREATE TABLE item_groups (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	"key" VARCHAR(200) NOT NULL, 
	position BIGINT NOT NULL, 
	free_seats INTEGER NOT NULL, 
	early_open INTEGER NOT NULL, 
	undecided INTEGER NOT NULL, 
	closed BOOLEAN NOT NULL, 
	CONSTRAINT pk_item_groups PRIMARY KEY (id), 
	CONSTRAINT fk_item_groups_campaign_id FOREIGN KEY(campaign_id) REFERENCES campaigns (id), 
	CONSTRAINT uq_item_groups_campaign_id_key UNIQUE (campaign_id, "key")
);
INSERT INTO "item_groups" VALUES(1,2,'打开',705764223293851,0,0,3,0);
CREATE TABLE items (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	ref VARCHAR(200) NOT NULL, 
	position BIGINT NOT NULL, 
	group_id INTEGER, 
	texts JSON NOT NULL, 
	extra JSON NOT NULL, 
	control BOOLEAN NOT NULL, 
	gold JSON, 
	state VARCHAR(16) NOT NULL, 
	outcome VARCHAR(16), 
	asked INTEGER NOT NULL, 
	answers INTEGER NOT NULL, 
	claims INTEGER NOT NULL, 
	skips INTEGER NOT NULL, 
	queue SMALLINT NOT NULL, 
	first_by INTEGER, 
	early BOOLEAN NOT NULL, 
	suggested BOOLEAN NOT NULL, 
	due_at FLOAT, 
	created_at FLOAT NOT NULL, 
	updated_at FLOAT NOT NULL, 
	decided_at FLOAT, 
	CONSTRAINT pk_items PRIMARY KEY (id), 
	CONSTRAINT ck_items_not_too_many CHECK (answers + claims <= asked OR control), 
	CONSTRAINT ck_items_counts CHECK (claims >= 0 AND answers >= 0), 
	CONSTRAINT fk_items_campaign_id FOREIGN KEY(campaign_id) REFERENCES campaigns (id), 
	CONSTRAINT fk_items_group_id FOREIGN KEY(group_id) REFERENCES item_groups (id), 
	CONSTRAINT uq_items_campaign_id_ref UNIQUE (campaign_id, ref)
);
INSERT INTO "items" VALUES(1,1,'q00000',2843105877535985,NULL,'{"text":"第0句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(2,1,'q00001',3671045876301443,NULL,'{"text":"第1句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(3,1,'q00002',2918564321229511,NULL,'{"text":"第2句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(4,1,'q00003',2294303251841911,NULL,'{"text":"第3句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(5,1,'q00004',752624762166272,NULL,'{"text":"第4句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,1,1,0,0,2,0,0,NULL,1700000000.0,1700000420.0,NULL);
INSERT INTO "items" VALUES(6,1,'q00005',3340028739121443,NULL,'{"text":"第5句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(7,1,'q00006',697272477107195,NULL,'{"text":"第6句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'decided','undetermined',2,2,0,0,0,2,0,0,NULL,1700000000.0,1700000360.0,1700000360.0);
INSERT INTO "items" VALUES(8,1,'q00007',693981575469343,NULL,'{"text":"第7句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'correcting',NULL,2,2,0,0,0,2,0,0,NULL,1700000000.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(9,1,'q00008',1986474794334504,NULL,'{"text":"第8句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(10,1,'q00009',3707633125143642,NULL,'{"text":"第9句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(11,1,'q00010',116138431972805,NULL,'{"text":"第10句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'decided','undetermined',2,2,0,0,0,3,0,0,NULL,1700000000.0,1700000120.0,1700000120.0);
INSERT INTO "items" VALUES(12,1,'q00011',1276587442092715,NULL,'{"text":"第11句，小明把书放在桌子上。他走到窗边。"}','{}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(13,1,'c0',2569714863906820,NULL,'{"text":"桌子在书的上面，第0句。"}','{}',1,'{"rating":"bad"}','control',NULL,2,0,0,0,0,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(14,1,'c1',2078628475788981,NULL,'{"text":"桌子在书的上面，第1句。"}','{}',1,'{"rating":"bad"}','control',NULL,2,1,0,0,0,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(15,1,'c2',2416068585690697,NULL,'{"text":"桌子在书的上面，第2句。"}','{}',1,'{"rating":"bad"}','control',NULL,2,0,0,0,0,NULL,0,0,NULL,1700000000.0,1700000000.0,NULL);
INSERT INTO "items" VALUES(16,2,'打开-00',2730754060901729,1,'{"sentence":"他在第0天打开了局面。","word":"打开"}','{"glosses":[{"id":"0","text":"使打开；拉开"},{"id":"1","text":"揭开；掀开"},{"id":"2","text":"使停顿的局面开展"}]}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000480.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(17,2,'打开-01',967054158352631,1,'{"sentence":"他在第1天打开了局面。","word":"打开"}','{"glosses":[{"id":"0","text":"使打开；拉开"},{"id":"1","text":"揭开；掀开"},{"id":"2","text":"使停顿的局面开展"}]}',0,NULL,'decided','agreed',2,2,0,0,0,2,0,0,NULL,1700000480.0,1700000480.0,1700000480.0);
INSERT INTO "items" VALUES(18,2,'打开-02',3482005547314347,1,'{"sentence":"他在第2天打开了局面。","word":"打开"}','{"glosses":[{"id":"0","text":"使打开；拉开"},{"id":"1","text":"揭开；掀开"},{"id":"2","text":"使停顿的局面开展"}]}',0,NULL,'open',NULL,2,0,0,0,1,NULL,0,0,NULL,1700000480.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(19,2,'打开-03',2713293136467606,1,'{"sentence":"他在第3天打开了局面。","word":"打开"}','{"glosses":[{"id":"0","text":"使打开；拉开"},{"id":"1","text":"揭开；掀开"},{"id":"2","text":"使停顿的局面开展"}]}',0,NULL,'returned','reviewed',2,2,0,0,0,2,0,0,1700605280.0,1700000480.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(20,3,'r1',3992722556533323,NULL,'{"text1":"桌子在书的上面，第1句。","text2":"书在桌子的下面。"}','{"judge":"true","explanation":"第1种说法。"}',0,NULL,'open',NULL,3,0,0,0,1,NULL,0,0,NULL,1700000480.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(21,3,'r2',3295702667666202,NULL,'{"text1":"桌子在书的上面，第2句。","text2":"书在桌子的下面。"}','{"judge":"true","explanation":"第2种说法。"}',0,NULL,'open',NULL,3,0,0,0,1,NULL,0,0,NULL,1700000480.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(22,3,'r3',481446267495077,NULL,'{"text1":"桌子在书的上面，第3句。","text2":"书在桌子的下面。"}','{"judge":"true","explanation":"第3种说法。"}',0,NULL,'open',NULL,3,1,0,0,2,2,0,0,NULL,1700000480.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(23,3,'r4',966581986632647,NULL,'{"text1":"桌子在书的上面，第4句。","text2":"书在桌子的下面。"}','{"judge":"true","explanation":"第4种说法。"}',0,NULL,'open',NULL,3,0,0,0,1,NULL,0,0,NULL,1700000480.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(24,3,'r5',4428855857895511,NULL,'{"text1":"桌子在书的上面，第5句。","text2":"书在桌子的下面。"}','{"judge":"true","explanation":"第5种说法。"}',0,NULL,'open',NULL,3,0,0,0,1,NULL,0,0,NULL,1700000480.0,1700000480.0,NULL);
INSERT INTO "items" VALUES(25,3,'r6',1281105298987550,NULL,'{"text1":"桌子在书的上面，第6句。","text2":"书在桌子的下面。"}','{"judge":"true","explanation":"第6种说法。"}',0,NULL,'open',NULL,3,0,0,0,1,NULL,0,0,NULL,1700000480.0,1700000480.0,NULL);
CREATE TABLE jobs (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	item_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	lease_until FLOAT, 
	claimed_at FLOAT NOT NULL, 
	seen_at FLOAT NOT NULL, 
	seconds FLOAT NOT NULL, 
	submitted_at FLOAT, 
	number INTEGER, 
	audit VARCHAR(16), 
	"right" BOOLEAN, 
	CONSTRAINT pk_jobs PRIMARY KEY (id), 
	CONSTRAINT fk_jobs_campaign_id FOREIGN KEY(campaign_id) REFERENCES campaigns (id), 
	CONSTRAINT fk_jobs_item_id FOREIGN KEY(item_id) REFERENCES items (id), 
	CONSTRAINT fk_jobs_user_id FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_jobs_item_id_user_id UNIQUE (item_id, user_id)
);
INSERT INTO "jobs" VALUES(1,1,14,2,'done',1,NULL,1700000000.0,1700000000.0,0.0,1700000000.0,0,NULL,0);
INSERT INTO "jobs" VALUES(2,1,11,3,'done',1,NULL,1700000060.0,1700000060.0,0.0,1700000060.0,0,NULL,NULL);
INSERT INTO "jobs" VALUES(3,1,11,2,'done',1,NULL,1700000120.0,1700000120.0,0.0,1700000120.0,1,NULL,NULL);
INSERT INTO "jobs" VALUES(4,1,8,2,'rejected',1,NULL,1700000180.0,1700000180.0,0.0,1700000180.0,2,'drawn',NULL);
INSERT INTO "jobs" VALUES(5,1,8,3,'submitted',1,NULL,1700000240.0,1700000240.0,0.0,1700000240.0,1,'drawn',NULL);
INSERT INTO "jobs" VALUES(6,1,7,2,'done',1,NULL,1700000300.0,1700000300.0,0.0,1700000300.0,3,NULL,NULL);
INSERT INTO "jobs" VALUES(7,1,7,3,'done',1,NULL,1700000360.0,1700000360.0,0.0,1700000360.0,2,NULL,NULL);
INSERT INTO "jobs" VALUES(8,1,5,2,'submitted',1,NULL,1700000420.0,1700000420.0,0.0,1700000420.0,4,NULL,NULL);
INSERT INTO "jobs" VALUES(9,1,5,3,'claimed',0,1700002280.0,1700000480.0,1700000480.0,0.0,NULL,NULL,NULL,NULL);
INSERT INTO "jobs" VALUES(10,2,17,2,'done',1,NULL,1700000480.0,1700000480.0,0.0,1700000480.0,0,NULL,NULL);
INSERT INTO "jobs" VALUES(11,2,17,3,'done',1,NULL,1700000480.0,1700000480.0,0.0,1700000480.0,0,NULL,NULL);
INSERT INTO "jobs" VALUES(12,2,19,2,'returned',1,NULL,1700000480.0,1700000480.0,0.0,1700000480.0,1,NULL,NULL);
INSERT INTO "jobs" VALUES(13,2,19,3,'returned',1,NULL,1700000480.0,1700000480.0,0.0,1700000480.0,1,NULL,NULL);
INSERT INTO "jobs" VALUES(14,3,22,2,'submitted',1,NULL,1700000480.0,1700000480.0,0.0,1700000480.0,0,NULL,NULL);
CREATE TABLE login_attempts (
	id INTEGER NOT NULL, 
	"key" VARCHAR(80) NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_login_attempts PRIMARY KEY (id)
);
CREATE TABLE phases (
	id INTEGER NOT NULL, 
	competition_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	starts_at FLOAT NOT NULL, 
	ends_at FLOAT, 
	rules JSON NOT NULL, 
	CONSTRAINT pk_phases PRIMARY KEY (id), 
	CONSTRAINT fk_phases_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id), 
	CONSTRAINT uq_phases_competition_id_kind UNIQUE (competition_id, kind)
);
CREATE TABLE rated_items (
	id INTEGER NOT NULL, 
	rating_id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	qid VARCHAR(200) NOT NULL, 
	ref VARCHAR(200) NOT NULL, 
	CONSTRAINT pk_rated_items PRIMARY KEY (id), 
	CONSTRAINT fk_rated_items_entry_id FOREIGN KEY(entry_id) REFERENCES submission_entries (id), 
	CONSTRAINT fk_rated_items_rating_id FOREIGN KEY(rating_id) REFERENCES rating_campaigns (id), 
	CONSTRAINT uq_rated_items_entry_id_qid_rating_id UNIQUE (entry_id, qid, rating_id), 
	CONSTRAINT uq_rated_items_rating_id_ref UNIQUE (rating_id, ref)
);
CREATE TABLE rating_campaigns (
	id INTEGER NOT NULL, 
	competition_id INTEGER NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	task VARCHAR(64) NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_rating_campaigns PRIMARY KEY (id), 
	CONSTRAINT fk_rating_campaigns_campaign_id FOREIGN KEY(campaign_id) REFERENCES campaigns (id), 
	CONSTRAINT fk_rating_campaigns_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id), 
	CONSTRAINT uq_rating_campaigns_competition_id_phase_task UNIQUE (competition_id, phase, task)
);
INSERT INTO "rating_campaigns" VALUES(1,1,'test','space2023/task3',3,1700000000.0);
CREATE TABLE receipts (
	id INTEGER NOT NULL, 
	actor_id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	request VARCHAR(64) NOT NULL, 
	result JSON NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_receipts PRIMARY KEY (id), 
	CONSTRAINT fk_receipts_actor_id FOREIGN KEY(actor_id) REFERENCES users (id), 
	CONSTRAINT uq_receipts_actor_id_key UNIQUE (actor_id, "key")
);
INSERT INTO "receipts" VALUES(1,2,'key-000000','b6dd27982ac3daee7d302b9a88bf926659c36c690da27cb097f1672900467da7','{"job":1,"version":1,"state":"done","item_state":"decided","answer_id":1,"submitted_at":1700000000.0,"hits":[]}',1700000000.0);
INSERT INTO "receipts" VALUES(2,3,'key-000001','22405395b297e18b5ba3574c232f6d032ba3ff36f152b44b3d28dcbf37308fb2','{"job":2,"version":1,"state":"submitted","item_state":"open","answer_id":2,"submitted_at":1700000060.0,"hits":[]}',1700000060.0);
INSERT INTO "receipts" VALUES(3,2,'key-000002','af438b2e699757cf5740e54cbf0f2d76fdb4ee92e9232de73e1bbe4434655992','{"job":3,"version":1,"state":"done","item_state":"decided","answer_id":3,"submitted_at":1700000120.0,"hits":[]}',1700000120.0);
INSERT INTO "receipts" VALUES(4,2,'key-000003','4c731e49113b9edab7f567bb1cb3dfcbd91ea320079f5df8f3e676ff13975083','{"job":4,"version":1,"state":"submitted","item_state":"open","answer_id":4,"submitted_at":1700000180.0,"hits":[]}',1700000180.0);
INSERT INTO "receipts" VALUES(5,3,'key-000004','e187823cbc2fa465c46e50747c74d05bd14d6085564ad043ef0521b519782b14','{"job":5,"version":1,"state":"submitted","item_state":"audit","answer_id":5,"submitted_at":1700000240.0,"hits":[]}',1700000240.0);
INSERT INTO "receipts" VALUES(6,2,'key-000005','7ee1c1f2ec9ca25a62d89fe2d7cdb9ac413822ca0b1f820d19193b8d7129fbd7','{"job":6,"version":1,"state":"submitted","item_state":"open","answer_id":6,"submitted_at":1700000300.0,"hits":[]}',1700000300.0);
INSERT INTO "receipts" VALUES(7,3,'key-000006','e964f4e8a7e7bbdbe1a88478f917ae3dd9f9ebf9dc84e63b7798578c06f66bca','{"job":7,"version":1,"state":"done","item_state":"decided","answer_id":7,"submitted_at":1700000360.0,"hits":[]}',1700000360.0);
INSERT INTO "receipts" VALUES(8,2,'key-000007','99a3edde0e129416ec95322a111c90ea9af399fa3b70cf2d1956d1fb14140157','{"job":8,"version":1,"state":"submitted","item_state":"open","answer_id":8,"submitted_at":1700000420.0,"hits":[]}',1700000420.0);
INSERT INTO "receipts" VALUES(9,4,'key-000008','18c7dfa0ab04eb60f6951027fbd1bc12c797ad5e441e379d92ecf1807ee41b3c','{"review":1,"item":8,"item_state":"correcting","decided_at":1700000480.0,"hits":[]}',1700000480.0);
INSERT INTO "receipts" VALUES(10,2,'key-000009','196a3c87296989983e01cb00413c7ecec017127bf98518876a4ff824bdaf249c','{"job":10,"version":1,"state":"submitted","item_state":"open","answer_id":9,"submitted_at":1700000480.0,"hits":[]}',1700000480.0);
INSERT INTO "receipts" VALUES(11,3,'key-000010','a7363d3fc180de20a3cf5b0e946fbf41657f115f40af91936ab1a7cfed9a49cc','{"job":11,"version":1,"state":"done","item_state":"decided","answer_id":10,"submitted_at":1700000480.0,"hits":[]}',1700000480.0);
INSERT INTO "receipts" VALUES(12,2,'key-000011','8278acdcddd55314e5778e425e424130913ecd97c31323b9860c8be8080fa4dd','{"job":12,"version":1,"state":"submitted","item_state":"open","answer_id":11,"submitted_at":1700000480.0,"hits":[]}',1700000480.0);
INSERT INTO "receipts" VALUES(13,3,'key-000012','767e8e9b1696dab06e4b3f02bc96df8c8436d9b5f4faa36cdda7d37b08c4abe6','{"job":13,"version":1,"state":"submitted","item_state":"review","answer_id":12,"submitted_at":1700000480.0,"hits":[]}',1700000480.0);
INSERT INTO "receipts" VALUES(14,4,'key-000013','9636da50e2e147d6943c2db19a942ba65543f79a0c1879edafb0734fc4b142a1','{"review":3,"item":19,"item_state":"returned","decided_at":1700000480.0,"hits":[]}',1700000480.0);
INSERT INTO "receipts" VALUES(15,2,'key-000014','4b6b79fca39f5994fae88713419b4961fdc70783b5ec38f114384f0ad994b569','{"job":14,"version":1,"state":"submitted","item_state":"open","answer_id":13,"submitted_at":1700000480.0,"hits":[]}',1700000480.0);
CREATE TABLE scores (
	id INTEGER NOT NULL, 
	entry_id INTEGER NOT NULL, 
	file_id INTEGER NOT NULL, 
	pin VARCHAR(64) NOT NULL, 
	version VARCHAR(32) NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	data_sha256 VARCHAR(64) NOT NULL, 
	ratings_sha256 VARCHAR(64) NOT NULL, 
	value FLOAT, 
	numbers JSON NOT NULL, 
	intervals JSON NOT NULL, 
	signature TEXT NOT NULL, 
	items INTEGER NOT NULL, 
	answered INTEGER NOT NULL, 
	seconds FLOAT NOT NULL, 
	rows BLOB NOT NULL, 
	errors BLOB, 
	reason TEXT NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_scores PRIMARY KEY (id), 
	CONSTRAINT fk_scores_entry_id FOREIGN KEY(entry_id) REFERENCES submission_entries (id), 
	CONSTRAINT fk_scores_file_id FOREIGN KEY(file_id) REFERENCES competition_files (id), 
	CONSTRAINT uq_scores_entry_id_pin UNIQUE (entry_id, pin)
);
CREATE TABLE sessions (
	id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	created_at FLOAT NOT NULL, 
	expires_at FLOAT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (id), 
	CONSTRAINT fk_sessions_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_sessions_token_hash UNIQUE (token_hash)
);
CREATE TABLE significance_groups (
	id INTEGER NOT NULL, 
	competition_id INTEGER NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	task VARCHAR(64) NOT NULL, 
	groups JSON NOT NULL, 
	at FLOAT NOT NULL, 
	CONSTRAINT pk_significance_groups PRIMARY KEY (id), 
	CONSTRAINT fk_significance_groups_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id), 
	CONSTRAINT uq_significance_groups_competition_id_phase_task UNIQUE (competition_id, phase, task)
);
CREATE TABLE submission_entries (
	id INTEGER NOT NULL, 
	submission_id INTEGER NOT NULL, 
	task VARCHAR(64) NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	size INTEGER NOT NULL, 
	records INTEGER NOT NULL, 
	warnings INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	attempts INTEGER NOT NULL, 
	lease VARCHAR(64), 
	lease_until FLOAT, 
	reason TEXT NOT NULL, 
	problem TEXT NOT NULL, 
	score_id INTEGER, 
	ratings JSON, 
	CONSTRAINT pk_submission_entries PRIMARY KEY (id), 
	CONSTRAINT fk_submission_entries_submission_id FOREIGN KEY(submission_id) REFERENCES submissions (id), 
	CONSTRAINT uq_submission_entries_submission_id_task UNIQUE (submission_id, task)
);
CREATE TABLE submissions (
	id INTEGER NOT NULL, 
	competition_id INTEGER NOT NULL, 
	team_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	system VARCHAR(128) NOT NULL, 
	description TEXT NOT NULL, 
	created_at FLOAT NOT NULL, 
	withdrawn_at FLOAT, 
	withdrawn_reason TEXT NOT NULL, 
	CONSTRAINT pk_submissions PRIMARY KEY (id), 
	CONSTRAINT fk_submissions_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id), 
	CONSTRAINT fk_submissions_team_id FOREIGN KEY(team_id) REFERENCES teams (id), 
	CONSTRAINT fk_submissions_user_id FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_submissions_team_id_key UNIQUE (team_id, "key")
);
CREATE TABLE table_rows (
	id INTEGER NOT NULL, 
	competition_id INTEGER NOT NULL, 
	phase VARCHAR(16) NOT NULL, 
	team VARCHAR(128) NOT NULL, 
	baseline BOOLEAN NOT NULL, 
	finalist BOOLEAN NOT NULL, 
	jury VARCHAR(64), 
	scores JSON NOT NULL, 
	printed JSON NOT NULL, 
	CONSTRAINT pk_table_rows PRIMARY KEY (id), 
	CONSTRAINT fk_table_rows_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id), 
	CONSTRAINT uq_table_rows_competition_id_phase_team UNIQUE (competition_id, phase, team)
);
CREATE TABLE teams (
	id INTEGER NOT NULL, 
	competition_id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	name VARCHAR(128) NOT NULL, 
	organisation VARCHAR(128) NOT NULL, 
	leader VARCHAR(128) NOT NULL, 
	email VARCHAR(128) NOT NULL, 
	members JSON NOT NULL, 
	baseline BOOLEAN NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	decided_reason TEXT NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_teams PRIMARY KEY (id), 
	CONSTRAINT fk_teams_competition_id FOREIGN KEY(competition_id) REFERENCES competitions (id), 
	CONSTRAINT fk_teams_user_id FOREIGN KEY(user_id) REFERENCES users (id), 
	CONSTRAINT uq_teams_competition_id_name UNIQUE (competition_id, name)
);
CREATE TABLE tokens (
	id INTEGER NOT NULL, 
	user_id INTEGER NOT NULL, 
	title VARCHAR(128) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	scopes VARCHAR(200) NOT NULL, 
	created_at FLOAT NOT NULL, 
	expires_at FLOAT, 
	last_used_at FLOAT, 
	CONSTRAINT pk_tokens PRIMARY KEY (id), 
	CONSTRAINT fk_tokens_user_id FOREIGN KEY(user_id) REFERENCES users (id) ON DELETE CASCADE, 
	CONSTRAINT uq_tokens_token_hash UNIQUE (token_hash)
);
CREATE TABLE turns (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	item_id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	job_id INTEGER, 
	round INTEGER NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	reviewer_id INTEGER, 
	lease_until FLOAT, 
	version INTEGER NOT NULL, 
	verdict VARCHAR(16), 
	created_at FLOAT NOT NULL, 
	claimed_at FLOAT, 
	decided_at FLOAT, 
	CONSTRAINT pk_turns PRIMARY KEY (id), 
	CONSTRAINT fk_turns_campaign_id FOREIGN KEY(campaign_id) REFERENCES campaigns (id), 
	CONSTRAINT fk_turns_item_id FOREIGN KEY(item_id) REFERENCES items (id), 
	CONSTRAINT fk_turns_job_id FOREIGN KEY(job_id) REFERENCES jobs (id), 
	CONSTRAINT fk_turns_reviewer_id FOREIGN KEY(reviewer_id) REFERENCES users (id)
);
INSERT INTO "turns" VALUES(1,1,8,'audit',4,1,'done',4,NULL,1,'rejected',1700000240.0,1700000480.0,1700000480.0);
INSERT INTO "turns" VALUES(2,1,8,'audit',5,1,'waiting',NULL,NULL,0,NULL,1700000240.0,NULL,NULL);
INSERT INTO "turns" VALUES(3,2,19,'review',NULL,1,'done',4,NULL,1,'accepted',1700000480.0,1700000480.0,1700000480.0);
CREATE TABLE users (
	id INTEGER NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	title VARCHAR(128) NOT NULL, 
	roles VARCHAR(80) NOT NULL, 
	lang VARCHAR(2) NOT NULL, 
	password VARCHAR(200) NOT NULL, 
	active BOOLEAN NOT NULL, 
	created_at FLOAT NOT NULL, 
	CONSTRAINT pk_users PRIMARY KEY (id), 
	CONSTRAINT uq_users_name UNIQUE (name)
);
INSERT INTO "users" VALUES(1,'builder','','builder','zh','',1,1700000000.0);
INSERT INTO "users" VALUES(2,'甲','','annotator','zh','',1,1700000000.0);
INSERT INTO "users" VALUES(3,'乙','','annotator','zh','',1,1700000000.0);
INSERT INTO "users" VALUES(4,'审','','reviewer','zh','',1,1700000000.0);
INSERT INTO "users" VALUES(5,'审二','','reviewer','zh','',1,1700000480.0);
CREATE INDEX ix_login_attempts_at ON login_attempts (at);
CREATE INDEX ix_login_attempts_key_at ON login_attempts ("key", at);
CREATE INDEX ix_group_members_user_id ON group_members (user_id);
CREATE INDEX ix_sessions_expires_at ON sessions (expires_at);
CREATE INDEX ix_sessions_user_id ON sessions (user_id);
CREATE INDEX ix_tokens_user_id ON tokens (user_id);
CREATE INDEX ix_campaign_members_user_id ON campaign_members (user_id);
CREATE INDEX ix_item_groups_free ON item_groups (campaign_id, closed, free_seats, position);
CREATE INDEX ix_group_seats_user ON group_seats (user_id, finished);
CREATE INDEX ix_items_control ON items (campaign_id, control, position);
CREATE INDEX ix_items_due ON items (campaign_id, due_at);
CREATE INDEX ix_items_group ON items (group_id, queue, position);
CREATE INDEX ix_items_queue ON items (campaign_id, queue, first_by, position);
CREATE INDEX ix_items_state ON items (campaign_id, state, position);
CREATE INDEX ix_comments_item ON comments (item_id, id);
CREATE INDEX ix_jobs_lease ON jobs (campaign_id, state, lease_until);
CREATE INDEX ix_jobs_person ON jobs (campaign_id, user_id, state);
CREATE INDEX ix_jobs_user ON jobs (user_id, state);
CREATE INDEX ix_turns_item ON turns (item_id, id);
CREATE INDEX ix_turns_lease ON turns (campaign_id, state, lease_until);
CREATE INDEX ix_turns_queue ON turns (campaign_id, kind, state, id);
CREATE INDEX ix_turns_reviewer ON turns (reviewer_id, state);
CREATE INDEX ix_answers_item ON answers (item_id, id);
CREATE INDEX ix_answers_job ON answers (job_id, version);
CREATE INDEX ix_events_campaign ON events (campaign_id, id);
CREATE INDEX ix_events_item ON events (item_id, id);
CREATE INDEX ix_decisions_item ON decisions (item_id, id);
CREATE TRIGGER events_no_UPDATE BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events is history'); END;
CREATE TRIGGER events_no_DELETE BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events is history'); END;
CREATE TRIGGER answers_no_UPDATE BEFORE UPDATE ON answers
BEGIN SELECT RAISE(ABORT, 'answers is history'); END;
CREATE TRIGGER answers_no_DELETE BEFORE DELETE ON answers
BEGIN SELECT RAISE(ABORT, 'answers is history'); END;
CREATE TRIGGER decisions_no_UPDATE BEFORE UPDATE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions is history'); END;
CREATE TRIGGER decisions_no_DELETE BEFORE DELETE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions is history'); END;
CREATE TRIGGER comments_no_UPDATE BEFORE UPDATE ON comments
BEGIN SELECT RAISE(ABORT, 'comments is history'); END;
CREATE TRIGGER comments_no_DELETE BEFORE DELETE ON comments
BEGIN SELECT RAISE(ABORT, 'comments is history'); END;
CREATE TRIGGER receipts_no_UPDATE BEFORE UPDATE ON receipts
BEGIN SELECT RAISE(ABORT, 'receipts is history'); END;
CREATE TRIGGER receipts_no_DELETE BEFORE DELETE ON receipts
BEGIN SELECT RAISE(ABORT, 'receipts is history'); END;
CREATE INDEX ix_competition_files_kind ON competition_files (competition_id, task, part, content, id);
CREATE INDEX ix_teams_user ON teams (user_id);
CREATE INDEX ix_submissions_phase ON submissions (competition_id, phase, team_id);
CREATE INDEX ix_submission_entries_queue ON submission_entries (state, lease_until);
CREATE INDEX ix_scores_entry ON scores (entry_id, id);
CREATE TRIGGER scores_no_UPDATE BEFORE UPDATE ON scores
BEGIN SELECT RAISE(ABORT, 'scores is history'); END;
CREATE TRIGGER scores_no_DELETE BEFORE DELETE ON scores
BEGIN SELECT RAISE(ABORT, 'scores is history'); END;
COMMIT;

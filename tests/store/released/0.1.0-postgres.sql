SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION '% is history', TG_TABLE_NAME; END $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.agreements (
    id integer NOT NULL,
    team_id integer NOT NULL,
    phase_id integer NOT NULL,
    sha256 character varying(64) NOT NULL,
    user_id integer NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.agreements_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.agreements_id_seq OWNED BY public.agreements.id;
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.answers (
    id integer NOT NULL,
    item_id integer NOT NULL,
    job_id integer,
    turn_id integer,
    author_id integer,
    kind character varying(16) NOT NULL,
    version integer NOT NULL,
    content json NOT NULL,
    hits json NOT NULL,
    system character varying(128),
    at double precision NOT NULL
);
CREATE SEQUENCE public.answers_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.answers_id_seq OWNED BY public.answers.id;
CREATE TABLE public.campaign_members (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    user_id integer NOT NULL,
    roles character varying(80) NOT NULL,
    audit_rate double precision,
    claimed integer NOT NULL,
    submitted integer NOT NULL
);
CREATE SEQUENCE public.campaign_members_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.campaign_members_id_seq OWNED BY public.campaign_members.id;
CREATE TABLE public.campaigns (
    id integer NOT NULL,
    title character varying(128) NOT NULL,
    preset character varying(64),
    form character varying(64) NOT NULL,
    status character varying(16) NOT NULL,
    settings json NOT NULL,
    rules json NOT NULL,
    size integer NOT NULL,
    created_by integer NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE public.campaigns_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.campaigns_id_seq OWNED BY public.campaigns.id;
CREATE TABLE public.comments (
    id integer NOT NULL,
    item_id integer NOT NULL,
    author_id integer NOT NULL,
    text text NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.comments_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.comments_id_seq OWNED BY public.comments.id;
CREATE TABLE public.competition_files (
    id integer NOT NULL,
    competition_id integer NOT NULL,
    task character varying(64) NOT NULL,
    part character varying(16) NOT NULL,
    content character varying(16) NOT NULL,
    name character varying(128) NOT NULL,
    sha256 character varying(64) NOT NULL,
    size integer NOT NULL,
    records integer NOT NULL,
    data bytea NOT NULL,
    reason text NOT NULL,
    created_by integer NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE public.competition_files_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.competition_files_id_seq OWNED BY public.competition_files.id;
CREATE TABLE public.competitions (
    id integer NOT NULL,
    title character varying(128) NOT NULL,
    about text NOT NULL,
    edition character varying(64),
    tasks json NOT NULL,
    ranking json NOT NULL,
    open boolean NOT NULL,
    created_by integer NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE public.competitions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.competitions_id_seq OWNED BY public.competitions.id;
CREATE TABLE public.decisions (
    id integer NOT NULL,
    item_id integer NOT NULL,
    answer_id integer,
    turn_id integer,
    accepted_job_id integer,
    actor_id integer,
    outcome character varying(16) NOT NULL,
    about_item boolean NOT NULL,
    reason_code character varying(32) NOT NULL,
    reason text NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.decisions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.decisions_id_seq OWNED BY public.decisions.id;
CREATE TABLE public.events (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    item_id integer,
    job_id integer,
    turn_id integer,
    actor_id integer,
    step character varying(32) NOT NULL,
    details json NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.events_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.events_id_seq OWNED BY public.events.id;
CREATE TABLE public.gloss_relations (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    word character varying(64) NOT NULL,
    first character varying(64) NOT NULL,
    second character varying(64) NOT NULL,
    kind character varying(16) NOT NULL
);
CREATE SEQUENCE public.gloss_relations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.gloss_relations_id_seq OWNED BY public.gloss_relations.id;
CREATE TABLE public.group_members (
    id integer NOT NULL,
    group_id integer NOT NULL,
    user_id integer NOT NULL
);
CREATE SEQUENCE public.group_members_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.group_members_id_seq OWNED BY public.group_members.id;
CREATE TABLE public.group_seats (
    id integer NOT NULL,
    group_id integer NOT NULL,
    user_id integer NOT NULL,
    finished boolean NOT NULL
);
CREATE SEQUENCE public.group_seats_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.group_seats_id_seq OWNED BY public.group_seats.id;
CREATE TABLE public.groups (
    id integer NOT NULL,
    name character varying(64) NOT NULL
);
CREATE SEQUENCE public.groups_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.groups_id_seq OWNED BY public.groups.id;
CREATE TABLE public.invites (
    id integer NOT NULL,
    token_hash character varying(64) NOT NULL,
    roles character varying(80) NOT NULL,
    title character varying(128) NOT NULL,
    group_id integer,
    uses_left integer NOT NULL,
    created_by integer,
    created_at double precision NOT NULL,
    expires_at double precision NOT NULL
);
CREATE SEQUENCE public.invites_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.invites_id_seq OWNED BY public.invites.id;
CREATE TABLE public.item_groups (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    key character varying(200) NOT NULL,
    "position" bigint NOT NULL,
    free_seats integer NOT NULL,
    early_open integer NOT NULL,
    undecided integer NOT NULL,
    closed boolean NOT NULL
);
CREATE SEQUENCE public.item_groups_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.item_groups_id_seq OWNED BY public.item_groups.id;
CREATE TABLE public.items (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    ref character varying(200) NOT NULL,
    "position" bigint NOT NULL,
    group_id integer,
    texts json NOT NULL,
    extra json NOT NULL,
    control boolean NOT NULL,
    gold json,
    state character varying(16) NOT NULL,
    outcome character varying(16),
    asked integer NOT NULL,
    answers integer NOT NULL,
    claims integer NOT NULL,
    skips integer NOT NULL,
    queue smallint NOT NULL,
    first_by integer,
    early boolean NOT NULL,
    suggested boolean NOT NULL,
    due_at double precision,
    created_at double precision NOT NULL,
    updated_at double precision NOT NULL,
    decided_at double precision,
    CONSTRAINT ck_items_counts CHECK (((claims >= 0) AND (answers >= 0))),
    CONSTRAINT ck_items_not_too_many CHECK ((((answers + claims) <= asked) OR control))
);
CREATE SEQUENCE public.items_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.items_id_seq OWNED BY public.items.id;
CREATE TABLE public.jobs (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    item_id integer NOT NULL,
    user_id integer NOT NULL,
    state character varying(16) NOT NULL,
    version integer NOT NULL,
    lease_until double precision,
    claimed_at double precision NOT NULL,
    seen_at double precision NOT NULL,
    seconds double precision NOT NULL,
    submitted_at double precision,
    number integer,
    audit character varying(16),
    "right" boolean
);
CREATE SEQUENCE public.jobs_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.jobs_id_seq OWNED BY public.jobs.id;
CREATE TABLE public.login_attempts (
    id integer NOT NULL,
    key character varying(80) NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.login_attempts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.login_attempts_id_seq OWNED BY public.login_attempts.id;
CREATE TABLE public.phases (
    id integer NOT NULL,
    competition_id integer NOT NULL,
    kind character varying(16) NOT NULL,
    starts_at double precision NOT NULL,
    ends_at double precision,
    rules json NOT NULL
);
CREATE SEQUENCE public.phases_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.phases_id_seq OWNED BY public.phases.id;
CREATE TABLE public.rated_items (
    id integer NOT NULL,
    rating_id integer NOT NULL,
    entry_id integer NOT NULL,
    qid character varying(200) NOT NULL,
    ref character varying(200) NOT NULL
);
CREATE SEQUENCE public.rated_items_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rated_items_id_seq OWNED BY public.rated_items.id;
CREATE TABLE public.rating_campaigns (
    id integer NOT NULL,
    competition_id integer NOT NULL,
    phase character varying(16) NOT NULL,
    task character varying(64) NOT NULL,
    campaign_id integer NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE public.rating_campaigns_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.rating_campaigns_id_seq OWNED BY public.rating_campaigns.id;
CREATE TABLE public.receipts (
    id integer NOT NULL,
    actor_id integer NOT NULL,
    key character varying(64) NOT NULL,
    request character varying(64) NOT NULL,
    result json NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.receipts_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.receipts_id_seq OWNED BY public.receipts.id;
CREATE TABLE public.scores (
    id integer NOT NULL,
    entry_id integer NOT NULL,
    file_id integer NOT NULL,
    pin character varying(64) NOT NULL,
    version character varying(32) NOT NULL,
    fingerprint character varying(64) NOT NULL,
    data_sha256 character varying(64) NOT NULL,
    ratings_sha256 character varying(64) NOT NULL,
    value double precision,
    numbers json NOT NULL,
    intervals json NOT NULL,
    signature text NOT NULL,
    items integer NOT NULL,
    answered integer NOT NULL,
    seconds double precision NOT NULL,
    rows bytea NOT NULL,
    errors bytea,
    reason text NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.scores_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.scores_id_seq OWNED BY public.scores.id;
CREATE TABLE public.sessions (
    id integer NOT NULL,
    user_id integer NOT NULL,
    token_hash character varying(64) NOT NULL,
    created_at double precision NOT NULL,
    expires_at double precision NOT NULL
);
CREATE SEQUENCE public.sessions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.sessions_id_seq OWNED BY public.sessions.id;
CREATE TABLE public.significance_groups (
    id integer NOT NULL,
    competition_id integer NOT NULL,
    phase character varying(16) NOT NULL,
    task character varying(64) NOT NULL,
    groups json NOT NULL,
    at double precision NOT NULL
);
CREATE SEQUENCE public.significance_groups_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.significance_groups_id_seq OWNED BY public.significance_groups.id;
CREATE TABLE public.submission_entries (
    id integer NOT NULL,
    submission_id integer NOT NULL,
    task character varying(64) NOT NULL,
    name character varying(128) NOT NULL,
    sha256 character varying(64) NOT NULL,
    size integer NOT NULL,
    records integer NOT NULL,
    warnings integer NOT NULL,
    data bytea NOT NULL,
    state character varying(16) NOT NULL,
    attempts integer NOT NULL,
    lease character varying(64),
    lease_until double precision,
    reason text NOT NULL,
    problem text NOT NULL,
    score_id integer,
    ratings json
);
CREATE SEQUENCE public.submission_entries_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.submission_entries_id_seq OWNED BY public.submission_entries.id;
CREATE TABLE public.submissions (
    id integer NOT NULL,
    competition_id integer NOT NULL,
    team_id integer NOT NULL,
    user_id integer NOT NULL,
    phase character varying(16) NOT NULL,
    key character varying(64) NOT NULL,
    system character varying(128) NOT NULL,
    description text NOT NULL,
    created_at double precision NOT NULL,
    withdrawn_at double precision,
    withdrawn_reason text NOT NULL
);
CREATE SEQUENCE public.submissions_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.submissions_id_seq OWNED BY public.submissions.id;
CREATE TABLE public.table_rows (
    id integer NOT NULL,
    competition_id integer NOT NULL,
    phase character varying(16) NOT NULL,
    team character varying(128) NOT NULL,
    baseline boolean NOT NULL,
    finalist boolean NOT NULL,
    jury character varying(64),
    scores json NOT NULL,
    printed json NOT NULL
);
CREATE SEQUENCE public.table_rows_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.table_rows_id_seq OWNED BY public.table_rows.id;
CREATE TABLE public.teams (
    id integer NOT NULL,
    competition_id integer NOT NULL,
    user_id integer NOT NULL,
    name character varying(128) NOT NULL,
    organisation character varying(128) NOT NULL,
    leader character varying(128) NOT NULL,
    email character varying(128) NOT NULL,
    members json NOT NULL,
    baseline boolean NOT NULL,
    state character varying(16) NOT NULL,
    decided_reason text NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE public.teams_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.teams_id_seq OWNED BY public.teams.id;
CREATE TABLE public.tokens (
    id integer NOT NULL,
    user_id integer NOT NULL,
    title character varying(128) NOT NULL,
    token_hash character varying(64) NOT NULL,
    scopes character varying(200) NOT NULL,
    created_at double precision NOT NULL,
    expires_at double precision,
    last_used_at double precision
);
CREATE SEQUENCE public.tokens_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.tokens_id_seq OWNED BY public.tokens.id;
CREATE TABLE public.turns (
    id integer NOT NULL,
    campaign_id integer NOT NULL,
    item_id integer NOT NULL,
    kind character varying(16) NOT NULL,
    job_id integer,
    round integer NOT NULL,
    state character varying(16) NOT NULL,
    reviewer_id integer,
    lease_until double precision,
    version integer NOT NULL,
    verdict character varying(16),
    created_at double precision NOT NULL,
    claimed_at double precision,
    decided_at double precision
);
CREATE SEQUENCE public.turns_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.turns_id_seq OWNED BY public.turns.id;
CREATE TABLE public.users (
    id integer NOT NULL,
    name character varying(64) NOT NULL,
    title character varying(128) NOT NULL,
    roles character varying(80) NOT NULL,
    lang character varying(2) NOT NULL,
    password character varying(200) NOT NULL,
    active boolean NOT NULL,
    created_at double precision NOT NULL
);
CREATE SEQUENCE public.users_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.users_id_seq OWNED BY public.users.id;
ALTER TABLE ONLY public.agreements ALTER COLUMN id SET DEFAULT nextval('public.agreements_id_seq'::regclass);
ALTER TABLE ONLY public.answers ALTER COLUMN id SET DEFAULT nextval('public.answers_id_seq'::regclass);
ALTER TABLE ONLY public.campaign_members ALTER COLUMN id SET DEFAULT nextval('public.campaign_members_id_seq'::regclass);
ALTER TABLE ONLY public.campaigns ALTER COLUMN id SET DEFAULT nextval('public.campaigns_id_seq'::regclass);
ALTER TABLE ONLY public.comments ALTER COLUMN id SET DEFAULT nextval('public.comments_id_seq'::regclass);
ALTER TABLE ONLY public.competition_files ALTER COLUMN id SET DEFAULT nextval('public.competition_files_id_seq'::regclass);
ALTER TABLE ONLY public.competitions ALTER COLUMN id SET DEFAULT nextval('public.competitions_id_seq'::regclass);
ALTER TABLE ONLY public.decisions ALTER COLUMN id SET DEFAULT nextval('public.decisions_id_seq'::regclass);
ALTER TABLE ONLY public.events ALTER COLUMN id SET DEFAULT nextval('public.events_id_seq'::regclass);
ALTER TABLE ONLY public.gloss_relations ALTER COLUMN id SET DEFAULT nextval('public.gloss_relations_id_seq'::regclass);
ALTER TABLE ONLY public.group_members ALTER COLUMN id SET DEFAULT nextval('public.group_members_id_seq'::regclass);
ALTER TABLE ONLY public.group_seats ALTER COLUMN id SET DEFAULT nextval('public.group_seats_id_seq'::regclass);
ALTER TABLE ONLY public.groups ALTER COLUMN id SET DEFAULT nextval('public.groups_id_seq'::regclass);
ALTER TABLE ONLY public.invites ALTER COLUMN id SET DEFAULT nextval('public.invites_id_seq'::regclass);
ALTER TABLE ONLY public.item_groups ALTER COLUMN id SET DEFAULT nextval('public.item_groups_id_seq'::regclass);
ALTER TABLE ONLY public.items ALTER COLUMN id SET DEFAULT nextval('public.items_id_seq'::regclass);
ALTER TABLE ONLY public.jobs ALTER COLUMN id SET DEFAULT nextval('public.jobs_id_seq'::regclass);
ALTER TABLE ONLY public.login_attempts ALTER COLUMN id SET DEFAULT nextval('public.login_attempts_id_seq'::regclass);
ALTER TABLE ONLY public.phases ALTER COLUMN id SET DEFAULT nextval('public.phases_id_seq'::regclass);
ALTER TABLE ONLY public.rated_items ALTER COLUMN id SET DEFAULT nextval('public.rated_items_id_seq'::regclass);
ALTER TABLE ONLY public.rating_campaigns ALTER COLUMN id SET DEFAULT nextval('public.rating_campaigns_id_seq'::regclass);
ALTER TABLE ONLY public.receipts ALTER COLUMN id SET DEFAULT nextval('public.receipts_id_seq'::regclass);
ALTER TABLE ONLY public.scores ALTER COLUMN id SET DEFAULT nextval('public.scores_id_seq'::regclass);
ALTER TABLE ONLY public.sessions ALTER COLUMN id SET DEFAULT nextval('public.sessions_id_seq'::regclass);
ALTER TABLE ONLY public.significance_groups ALTER COLUMN id SET DEFAULT nextval('public.significance_groups_id_seq'::regclass);
ALTER TABLE ONLY public.submission_entries ALTER COLUMN id SET DEFAULT nextval('public.submission_entries_id_seq'::regclass);
ALTER TABLE ONLY public.submissions ALTER COLUMN id SET DEFAULT nextval('public.submissions_id_seq'::regclass);
ALTER TABLE ONLY public.table_rows ALTER COLUMN id SET DEFAULT nextval('public.table_rows_id_seq'::regclass);
ALTER TABLE ONLY public.teams ALTER COLUMN id SET DEFAULT nextval('public.teams_id_seq'::regclass);
ALTER TABLE ONLY public.tokens ALTER COLUMN id SET DEFAULT nextval('public.tokens_id_seq'::regclass);
ALTER TABLE ONLY public.turns ALTER COLUMN id SET DEFAULT nextval('public.turns_id_seq'::regclass);
ALTER TABLE ONLY public.users ALTER COLUMN id SET DEFAULT nextval('public.users_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0002');
INSERT INTO public.answers VALUES (1, 14, 1, NULL, 2, 'submitted', 1, '{"rating":"fine"}', '[]', NULL, 1700000000);
INSERT INTO public.answers VALUES (2, 11, 2, NULL, 3, 'submitted', 1, '{"rating":"bad"}', '[]', NULL, 1700000060);
INSERT INTO public.answers VALUES (3, 11, 3, NULL, 2, 'submitted', 1, '{"rating":"fine"}', '[]', NULL, 1700000120);
INSERT INTO public.answers VALUES (4, 8, 4, NULL, 2, 'submitted', 1, '{"rating":"fine"}', '[]', NULL, 1700000180);
INSERT INTO public.answers VALUES (5, 8, 5, NULL, 3, 'submitted', 1, '{"rating":"bad"}', '[]', NULL, 1700000240);
INSERT INTO public.answers VALUES (6, 7, 6, NULL, 2, 'submitted', 1, '{"rating":"fine"}', '[]', NULL, 1700000300);
INSERT INTO public.answers VALUES (7, 7, 7, NULL, 3, 'submitted', 1, '{"rating":"bad"}', '[]', NULL, 1700000360);
INSERT INTO public.answers VALUES (8, 5, 8, NULL, 2, 'submitted', 1, '{"rating":"fine"}', '[]', NULL, 1700000420);
INSERT INTO public.answers VALUES (9, 17, 10, NULL, 2, 'submitted', 1, '{"senses":["使打开；拉开"]}', '[]', NULL, 1700000480);
INSERT INTO public.answers VALUES (10, 17, 11, NULL, 3, 'submitted', 1, '{"senses":["使打开；拉开"]}', '[]', NULL, 1700000480);
INSERT INTO public.answers VALUES (11, 19, 12, NULL, 2, 'submitted', 1, '{"senses":["使打开；拉开"]}', '[]', NULL, 1700000480);
INSERT INTO public.answers VALUES (12, 19, 13, NULL, 3, 'submitted', 1, '{"senses":["揭开；掀开"]}', '[]', NULL, 1700000480);
INSERT INTO public.answers VALUES (13, 22, 14, NULL, 2, 'submitted', 1, '{"fluency":80,"accuracy":80,"entities":80,"relations":80}', '[]', NULL, 1700000480);
INSERT INTO public.campaign_members VALUES (1, 1, 1, 'builder', NULL, 0, 0);
INSERT INTO public.campaign_members VALUES (4, 1, 4, 'reviewer', NULL, 0, 0);
INSERT INTO public.campaign_members VALUES (2, 1, 2, 'annotator', NULL, 5, 5);
INSERT INTO public.campaign_members VALUES (3, 1, 3, 'annotator', NULL, 4, 3);
INSERT INTO public.campaign_members VALUES (5, 2, 1, 'builder', NULL, 0, 0);
INSERT INTO public.campaign_members VALUES (8, 2, 4, 'reviewer', NULL, 0, 0);
INSERT INTO public.campaign_members VALUES (9, 2, 5, 'reviewer', NULL, 0, 0);
INSERT INTO public.campaign_members VALUES (6, 2, 2, 'annotator', NULL, 2, 2);
INSERT INTO public.campaign_members VALUES (7, 2, 3, 'annotator', NULL, 2, 2);
INSERT INTO public.campaign_members VALUES (10, 3, 1, 'builder', NULL, 0, 0);
INSERT INTO public.campaign_members VALUES (12, 3, 3, 'annotator', NULL, 0, 0);
INSERT INTO public.campaign_members VALUES (11, 3, 2, 'annotator', NULL, 1, 1);
INSERT INTO public.campaigns VALUES (1, '评级', 'space-rating', 'space-rating', 'open', '{"answers":2,"test":"strict","threshold":1.0,"on_disagreement":"leave","audit_rate":0.3,"audit_rate_first":0.15,"audit_first":40,"return_to":"nobody","appeals":false,"learn_days":7.0,"control_rate":0.2,"fixed_annotators":false,"finish_group":false,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}', '{}', 15, 1, 1700000000);
INSERT INTO public.campaigns VALUES (2, '词义', 'wsd', 'wsd', 'open', '{"answers":2,"test":"exact","threshold":1.0,"on_disagreement":"review","audit_rate":0.0,"audit_rate_first":0.0,"audit_first":0,"return_to":"all","appeals":true,"learn_days":7.0,"control_rate":0.0,"fixed_annotators":true,"finish_group":true,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}', '{}', 4, 1, 1700000480);
INSERT INTO public.campaigns VALUES (3, '解释评分', 'explanation-rating', 'explanation-rating', 'open', '{"answers":3,"test":"exact","threshold":1.0,"on_disagreement":"leave","audit_rate":0.0,"audit_rate_first":0.0,"audit_first":0,"return_to":"nobody","appeals":false,"learn_days":7.0,"control_rate":0.0,"fixed_annotators":false,"finish_group":false,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}', '{}', 6, 1, 1700000480);
INSERT INTO public.competitions VALUES (1, '评测', '', NULL, '["space2023/task3"]', '{}', false, 1, 1700000000);
INSERT INTO public.decisions VALUES (1, 11, NULL, NULL, NULL, NULL, 'undetermined', true, '', '', 1700000120);
INSERT INTO public.decisions VALUES (2, 7, NULL, NULL, NULL, NULL, 'undetermined', true, '', '', 1700000360);
INSERT INTO public.decisions VALUES (3, 8, NULL, 1, NULL, 4, 'rejected', false, 'label', '看上下文', 1700000480);
INSERT INTO public.decisions VALUES (4, 17, 9, NULL, 10, NULL, 'agreed', true, '', '', 1700000480);
INSERT INTO public.decisions VALUES (5, 19, 11, 3, 12, 4, 'reviewed', true, 'sense', '看上下文', 1700000480);
INSERT INTO public.events VALUES (1, 1, NULL, NULL, NULL, 1, 'created', '{"title":"评级","preset":"space-rating","settings":{"answers":2,"test":"strict","threshold":1.0,"on_disagreement":"leave","audit_rate":0.3,"audit_rate_first":0.15,"audit_first":40,"return_to":"nobody","appeals":false,"learn_days":7.0,"control_rate":0.2,"fixed_annotators":false,"finish_group":false,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}}', 1700000000);
INSERT INTO public.events VALUES (2, 1, NULL, NULL, NULL, 1, 'member', '{"user":2,"roles":"annotator"}', 1700000000);
INSERT INTO public.events VALUES (3, 1, NULL, NULL, NULL, 1, 'member', '{"user":3,"roles":"annotator"}', 1700000000);
INSERT INTO public.events VALUES (4, 1, NULL, NULL, NULL, 1, 'member', '{"user":4,"roles":"reviewer"}', 1700000000);
INSERT INTO public.events VALUES (5, 1, NULL, NULL, NULL, 1, 'imported', '{"added":15,"already":0}', 1700000000);
INSERT INTO public.events VALUES (6, 1, NULL, NULL, NULL, 1, 'changed', '{"changes":{"status":"open"}}', 1700000000);
INSERT INTO public.events VALUES (7, 1, 14, 1, NULL, 2, 'claimed', '{"lease_until":1700001800.0,"item_state":"control"}', 1700000000);
INSERT INTO public.events VALUES (8, 1, 14, 1, NULL, 2, 'submit', '{"answer":1,"item_state":"control"}', 1700000000);
INSERT INTO public.events VALUES (9, 1, 11, 2, NULL, 3, 'claimed', '{"lease_until":1700001860.0,"item_state":"open"}', 1700000060);
INSERT INTO public.events VALUES (10, 1, 11, 2, NULL, 3, 'submit', '{"answer":2,"item_state":"open"}', 1700000060);
INSERT INTO public.events VALUES (11, 1, 11, 3, NULL, 2, 'claimed', '{"lease_until":1700001920.0,"item_state":"open"}', 1700000120);
INSERT INTO public.events VALUES (12, 1, 11, 3, NULL, 2, 'submit', '{"answer":3,"item_state":"answered"}', 1700000120);
INSERT INTO public.events VALUES (13, 1, 11, NULL, NULL, NULL, 'undetermined', '{"item_state":"decided"}', 1700000120);
INSERT INTO public.events VALUES (14, 1, 8, 4, NULL, 2, 'claimed', '{"lease_until":1700001980.0,"item_state":"open"}', 1700000180);
INSERT INTO public.events VALUES (15, 1, 8, 4, NULL, 2, 'submit', '{"answer":4,"item_state":"open"}', 1700000180);
INSERT INTO public.events VALUES (16, 1, 8, 5, NULL, 3, 'claimed', '{"lease_until":1700002040.0,"item_state":"open"}', 1700000240);
INSERT INTO public.events VALUES (17, 1, 8, 5, NULL, 3, 'submit', '{"answer":5,"item_state":"answered"}', 1700000240);
INSERT INTO public.events VALUES (18, 1, 8, NULL, NULL, NULL, 'to-audit', '{"item_state":"audit"}', 1700000240);
INSERT INTO public.events VALUES (19, 1, 7, 6, NULL, 2, 'claimed', '{"lease_until":1700002100.0,"item_state":"open"}', 1700000300);
INSERT INTO public.events VALUES (20, 1, 7, 6, NULL, 2, 'submit', '{"answer":6,"item_state":"open"}', 1700000300);
INSERT INTO public.events VALUES (21, 1, 7, 7, NULL, 3, 'claimed', '{"lease_until":1700002160.0,"item_state":"open"}', 1700000360);
INSERT INTO public.events VALUES (22, 1, 7, 7, NULL, 3, 'submit', '{"answer":7,"item_state":"answered"}', 1700000360);
INSERT INTO public.events VALUES (23, 1, 7, NULL, NULL, NULL, 'undetermined', '{"item_state":"decided"}', 1700000360);
INSERT INTO public.events VALUES (24, 1, 5, 8, NULL, 2, 'claimed', '{"lease_until":1700002220.0,"item_state":"open"}', 1700000420);
INSERT INTO public.events VALUES (25, 1, 5, 8, NULL, 2, 'submit', '{"answer":8,"item_state":"open"}', 1700000420);
INSERT INTO public.events VALUES (26, 1, 5, 9, NULL, 3, 'claimed', '{"lease_until":1700002280.0,"item_state":"open"}', 1700000480);
INSERT INTO public.events VALUES (27, 1, 8, NULL, 1, 4, 'review-claimed', '{"kind":"audit","item_state":"audit"}', 1700000480);
INSERT INTO public.events VALUES (28, 1, 8, 4, 1, 4, 'rejected', '{"item_state":"correcting"}', 1700000480);
INSERT INTO public.events VALUES (29, 2, NULL, NULL, NULL, 1, 'created', '{"title":"词义","preset":"wsd","settings":{"answers":2,"test":"exact","threshold":1.0,"on_disagreement":"review","audit_rate":0.0,"audit_rate_first":0.0,"audit_first":0,"return_to":"all","appeals":true,"learn_days":7.0,"control_rate":0.0,"fixed_annotators":true,"finish_group":true,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}}', 1700000480);
INSERT INTO public.events VALUES (30, 2, NULL, NULL, NULL, 1, 'member', '{"user":2,"roles":"annotator"}', 1700000480);
INSERT INTO public.events VALUES (31, 2, NULL, NULL, NULL, 1, 'member', '{"user":3,"roles":"annotator"}', 1700000480);
INSERT INTO public.events VALUES (32, 2, NULL, NULL, NULL, 1, 'member', '{"user":4,"roles":"reviewer"}', 1700000480);
INSERT INTO public.events VALUES (33, 2, NULL, NULL, NULL, 1, 'member', '{"user":5,"roles":"reviewer"}', 1700000480);
INSERT INTO public.events VALUES (34, 2, NULL, NULL, NULL, 1, 'imported', '{"added":4,"already":0}', 1700000480);
INSERT INTO public.events VALUES (35, 2, NULL, NULL, NULL, 1, 'changed', '{"changes":{"status":"open"}}', 1700000480);
INSERT INTO public.events VALUES (36, 2, 17, 10, NULL, 2, 'claimed', '{"lease_until":1700002280.0,"item_state":"open"}', 1700000480);
INSERT INTO public.events VALUES (37, 2, 17, 10, NULL, 2, 'submit', '{"answer":9,"item_state":"open"}', 1700000480);
INSERT INTO public.events VALUES (38, 2, 17, 11, NULL, 3, 'claimed', '{"lease_until":1700002280.0,"item_state":"open"}', 1700000480);
INSERT INTO public.events VALUES (39, 2, 17, 11, NULL, 3, 'submit', '{"answer":10,"item_state":"answered"}', 1700000480);
INSERT INTO public.events VALUES (40, 2, 17, NULL, NULL, NULL, 'agreed', '{"item_state":"decided"}', 1700000480);
INSERT INTO public.events VALUES (41, 2, 19, 12, NULL, 2, 'claimed', '{"lease_until":1700002280.0,"item_state":"open"}', 1700000480);
INSERT INTO public.events VALUES (42, 2, 19, 12, NULL, 2, 'submit', '{"answer":11,"item_state":"open"}', 1700000480);
INSERT INTO public.events VALUES (43, 2, 19, 13, NULL, 3, 'claimed', '{"lease_until":1700002280.0,"item_state":"open"}', 1700000480);
INSERT INTO public.events VALUES (44, 2, 19, 13, NULL, 3, 'submit', '{"answer":12,"item_state":"answered"}', 1700000480);
INSERT INTO public.events VALUES (45, 2, 19, NULL, NULL, NULL, 'differ', '{"item_state":"review"}', 1700000480);
INSERT INTO public.events VALUES (46, 2, 19, NULL, 3, 4, 'review-claimed', '{"kind":"review","item_state":"review"}', 1700000480);
INSERT INTO public.events VALUES (47, 2, 19, NULL, 3, 4, 'reviewed', '{"answer":11,"item_state":"returned"}', 1700000480);
INSERT INTO public.events VALUES (48, 3, NULL, NULL, NULL, 1, 'created', '{"title":"解释评分","preset":"explanation-rating","settings":{"answers":3,"test":"exact","threshold":1.0,"on_disagreement":"leave","audit_rate":0.0,"audit_rate_first":0.0,"audit_first":0,"return_to":"nobody","appeals":false,"learn_days":7.0,"control_rate":0.0,"fixed_annotators":false,"finish_group":false,"gate":1.0,"lease_minutes":30.0,"skip_limit":3,"order":"shuffled","blind":true,"seed":0}}', 1700000480);
INSERT INTO public.events VALUES (49, 3, NULL, NULL, NULL, 1, 'member', '{"user":2,"roles":"annotator"}', 1700000480);
INSERT INTO public.events VALUES (50, 3, NULL, NULL, NULL, 1, 'member', '{"user":3,"roles":"annotator"}', 1700000480);
INSERT INTO public.events VALUES (51, 3, NULL, NULL, NULL, 1, 'imported', '{"added":6,"already":0}', 1700000480);
INSERT INTO public.events VALUES (52, 3, NULL, NULL, NULL, 1, 'changed', '{"changes":{"status":"open"}}', 1700000480);
INSERT INTO public.events VALUES (53, 3, 22, 14, NULL, 2, 'claimed', '{"lease_until":1700002280.0,"item_state":"open"}', 1700000480);
INSERT INTO public.events VALUES (54, 3, 22, 14, NULL, 2, 'submit', '{"answer":13,"item_state":"open"}', 1700000480);
INSERT INTO public.group_seats VALUES (1, 1, 2, false);
INSERT INTO public.group_seats VALUES (2, 1, 3, false);
INSERT INTO public.item_groups VALUES (1, 2, '打开', 705764223293851, 0, 0, 3, false);
INSERT INTO public.items VALUES (1, 1, 'q00000', 2843105877535985, NULL, '{"text":"第0句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (2, 1, 'q00001', 3671045876301443, NULL, '{"text":"第1句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (3, 1, 'q00002', 2918564321229511, NULL, '{"text":"第2句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (4, 1, 'q00003', 2294303251841911, NULL, '{"text":"第3句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (6, 1, 'q00005', 3340028739121443, NULL, '{"text":"第5句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (9, 1, 'q00008', 1986474794334504, NULL, '{"text":"第8句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (10, 1, 'q00009', 3707633125143642, NULL, '{"text":"第9句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (12, 1, 'q00011', 1276587442092715, NULL, '{"text":"第11句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (13, 1, 'c0', 2569714863906820, NULL, '{"text":"桌子在书的上面，第0句。"}', '{}', true, '{"rating":"bad"}', 'control', NULL, 2, 0, 0, 0, 0, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (15, 1, 'c2', 2416068585690697, NULL, '{"text":"桌子在书的上面，第2句。"}', '{}', true, '{"rating":"bad"}', 'control', NULL, 2, 0, 0, 0, 0, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (14, 1, 'c1', 2078628475788981, NULL, '{"text":"桌子在书的上面，第1句。"}', '{}', true, '{"rating":"bad"}', 'control', NULL, 2, 1, 0, 0, 0, NULL, false, false, NULL, 1700000000, 1700000000, NULL);
INSERT INTO public.items VALUES (11, 1, 'q00010', 116138431972805, NULL, '{"text":"第10句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'decided', 'undetermined', 2, 2, 0, 0, 0, 3, false, false, NULL, 1700000000, 1700000120, 1700000120);
INSERT INTO public.items VALUES (19, 2, '打开-03', 2713293136467606, 1, '{"sentence":"他在第3天打开了局面。","word":"打开"}', '{"glosses":[{"id":"0","text":"使打开；拉开"},{"id":"1","text":"揭开；掀开"},{"id":"2","text":"使停顿的局面开展"}]}', false, NULL, 'returned', 'reviewed', 2, 2, 0, 0, 0, 2, false, false, 1700605280, 1700000480, 1700000480, NULL);
INSERT INTO public.items VALUES (7, 1, 'q00006', 697272477107195, NULL, '{"text":"第6句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'decided', 'undetermined', 2, 2, 0, 0, 0, 2, false, false, NULL, 1700000000, 1700000360, 1700000360);
INSERT INTO public.items VALUES (17, 2, '打开-01', 967054158352631, 1, '{"sentence":"他在第1天打开了局面。","word":"打开"}', '{"glosses":[{"id":"0","text":"使打开；拉开"},{"id":"1","text":"揭开；掀开"},{"id":"2","text":"使停顿的局面开展"}]}', false, NULL, 'decided', 'agreed', 2, 2, 0, 0, 0, 2, false, false, NULL, 1700000480, 1700000480, 1700000480);
INSERT INTO public.items VALUES (5, 1, 'q00004', 752624762166272, NULL, '{"text":"第4句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'open', NULL, 2, 1, 1, 0, 0, 2, false, false, NULL, 1700000000, 1700000420, NULL);
INSERT INTO public.items VALUES (8, 1, 'q00007', 693981575469343, NULL, '{"text":"第7句，小明把书放在桌子上。他走到窗边。"}', '{}', false, NULL, 'correcting', NULL, 2, 2, 0, 0, 0, 2, false, false, NULL, 1700000000, 1700000480, NULL);
INSERT INTO public.items VALUES (16, 2, '打开-00', 2730754060901729, 1, '{"sentence":"他在第0天打开了局面。","word":"打开"}', '{"glosses":[{"id":"0","text":"使打开；拉开"},{"id":"1","text":"揭开；掀开"},{"id":"2","text":"使停顿的局面开展"}]}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000480, 1700000480, NULL);
INSERT INTO public.items VALUES (18, 2, '打开-02', 3482005547314347, 1, '{"sentence":"他在第2天打开了局面。","word":"打开"}', '{"glosses":[{"id":"0","text":"使打开；拉开"},{"id":"1","text":"揭开；掀开"},{"id":"2","text":"使停顿的局面开展"}]}', false, NULL, 'open', NULL, 2, 0, 0, 0, 1, NULL, false, false, NULL, 1700000480, 1700000480, NULL);
INSERT INTO public.items VALUES (20, 3, 'r1', 3992722556533323, NULL, '{"text1":"桌子在书的上面，第1句。","text2":"书在桌子的下面。"}', '{"judge":"true","explanation":"第1种说法。"}', false, NULL, 'open', NULL, 3, 0, 0, 0, 1, NULL, false, false, NULL, 1700000480, 1700000480, NULL);
INSERT INTO public.items VALUES (21, 3, 'r2', 3295702667666202, NULL, '{"text1":"桌子在书的上面，第2句。","text2":"书在桌子的下面。"}', '{"judge":"true","explanation":"第2种说法。"}', false, NULL, 'open', NULL, 3, 0, 0, 0, 1, NULL, false, false, NULL, 1700000480, 1700000480, NULL);
INSERT INTO public.items VALUES (23, 3, 'r4', 966581986632647, NULL, '{"text1":"桌子在书的上面，第4句。","text2":"书在桌子的下面。"}', '{"judge":"true","explanation":"第4种说法。"}', false, NULL, 'open', NULL, 3, 0, 0, 0, 1, NULL, false, false, NULL, 1700000480, 1700000480, NULL);
INSERT INTO public.items VALUES (24, 3, 'r5', 4428855857895511, NULL, '{"text1":"桌子在书的上面，第5句。","text2":"书在桌子的下面。"}', '{"judge":"true","explanation":"第5种说法。"}', false, NULL, 'open', NULL, 3, 0, 0, 0, 1, NULL, false, false, NULL, 1700000480, 1700000480, NULL);
INSERT INTO public.items VALUES (25, 3, 'r6', 1281105298987550, NULL, '{"text1":"桌子在书的上面，第6句。","text2":"书在桌子的下面。"}', '{"judge":"true","explanation":"第6种说法。"}', false, NULL, 'open', NULL, 3, 0, 0, 0, 1, NULL, false, false, NULL, 1700000480, 1700000480, NULL);
INSERT INTO public.items VALUES (22, 3, 'r3', 481446267495077, NULL, '{"text1":"桌子在书的上面，第3句。","text2":"书在桌子的下面。"}', '{"judge":"true","explanation":"第3种说法。"}', false, NULL, 'open', NULL, 3, 1, 0, 0, 2, 2, false, false, NULL, 1700000480, 1700000480, NULL);
INSERT INTO public.jobs VALUES (1, 1, 14, 2, 'done', 1, NULL, 1700000000, 1700000000, 0, 1700000000, 0, NULL, false);
INSERT INTO public.jobs VALUES (2, 1, 11, 3, 'done', 1, NULL, 1700000060, 1700000060, 0, 1700000060, 0, NULL, NULL);
INSERT INTO public.jobs VALUES (3, 1, 11, 2, 'done', 1, NULL, 1700000120, 1700000120, 0, 1700000120, 1, NULL, NULL);
INSERT INTO public.jobs VALUES (5, 1, 8, 3, 'submitted', 1, NULL, 1700000240, 1700000240, 0, 1700000240, 1, 'drawn', NULL);
INSERT INTO public.jobs VALUES (6, 1, 7, 2, 'done', 1, NULL, 1700000300, 1700000300, 0, 1700000300, 3, NULL, NULL);
INSERT INTO public.jobs VALUES (7, 1, 7, 3, 'done', 1, NULL, 1700000360, 1700000360, 0, 1700000360, 2, NULL, NULL);
INSERT INTO public.jobs VALUES (8, 1, 5, 2, 'submitted', 1, NULL, 1700000420, 1700000420, 0, 1700000420, 4, NULL, NULL);
INSERT INTO public.jobs VALUES (9, 1, 5, 3, 'claimed', 0, 1700002280, 1700000480, 1700000480, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.jobs VALUES (4, 1, 8, 2, 'rejected', 1, NULL, 1700000180, 1700000180, 0, 1700000180, 2, 'drawn', NULL);
INSERT INTO public.jobs VALUES (10, 2, 17, 2, 'done', 1, NULL, 1700000480, 1700000480, 0, 1700000480, 0, NULL, NULL);
INSERT INTO public.jobs VALUES (11, 2, 17, 3, 'done', 1, NULL, 1700000480, 1700000480, 0, 1700000480, 0, NULL, NULL);
INSERT INTO public.jobs VALUES (12, 2, 19, 2, 'returned', 1, NULL, 1700000480, 1700000480, 0, 1700000480, 1, NULL, NULL);
INSERT INTO public.jobs VALUES (13, 2, 19, 3, 'returned', 1, NULL, 1700000480, 1700000480, 0, 1700000480, 1, NULL, NULL);
INSERT INTO public.jobs VALUES (14, 3, 22, 2, 'submitted', 1, NULL, 1700000480, 1700000480, 0, 1700000480, 0, NULL, NULL);
INSERT INTO public.rating_campaigns VALUES (1, 1, 'test', 'space2023/task3', 3, 1700000000);
INSERT INTO public.receipts VALUES (1, 2, 'key-000000', 'b6dd27982ac3daee7d302b9a88bf926659c36c690da27cb097f1672900467da7', '{"job":1,"version":1,"state":"done","item_state":"decided","answer_id":1,"submitted_at":1700000000.0,"hits":[]}', 1700000000);
INSERT INTO public.receipts VALUES (2, 3, 'key-000001', '22405395b297e18b5ba3574c232f6d032ba3ff36f152b44b3d28dcbf37308fb2', '{"job":2,"version":1,"state":"submitted","item_state":"open","answer_id":2,"submitted_at":1700000060.0,"hits":[]}', 1700000060);
INSERT INTO public.receipts VALUES (3, 2, 'key-000002', 'af438b2e699757cf5740e54cbf0f2d76fdb4ee92e9232de73e1bbe4434655992', '{"job":3,"version":1,"state":"done","item_state":"decided","answer_id":3,"submitted_at":1700000120.0,"hits":[]}', 1700000120);
INSERT INTO public.receipts VALUES (4, 2, 'key-000003', '4c731e49113b9edab7f567bb1cb3dfcbd91ea320079f5df8f3e676ff13975083', '{"job":4,"version":1,"state":"submitted","item_state":"open","answer_id":4,"submitted_at":1700000180.0,"hits":[]}', 1700000180);
INSERT INTO public.receipts VALUES (5, 3, 'key-000004', 'e187823cbc2fa465c46e50747c74d05bd14d6085564ad043ef0521b519782b14', '{"job":5,"version":1,"state":"submitted","item_state":"audit","answer_id":5,"submitted_at":1700000240.0,"hits":[]}', 1700000240);
INSERT INTO public.receipts VALUES (6, 2, 'key-000005', '7ee1c1f2ec9ca25a62d89fe2d7cdb9ac413822ca0b1f820d19193b8d7129fbd7', '{"job":6,"version":1,"state":"submitted","item_state":"open","answer_id":6,"submitted_at":1700000300.0,"hits":[]}', 1700000300);
INSERT INTO public.receipts VALUES (7, 3, 'key-000006', 'e964f4e8a7e7bbdbe1a88478f917ae3dd9f9ebf9dc84e63b7798578c06f66bca', '{"job":7,"version":1,"state":"done","item_state":"decided","answer_id":7,"submitted_at":1700000360.0,"hits":[]}', 1700000360);
INSERT INTO public.receipts VALUES (8, 2, 'key-000007', '99a3edde0e129416ec95322a111c90ea9af399fa3b70cf2d1956d1fb14140157', '{"job":8,"version":1,"state":"submitted","item_state":"open","answer_id":8,"submitted_at":1700000420.0,"hits":[]}', 1700000420);
INSERT INTO public.receipts VALUES (9, 4, 'key-000008', '18c7dfa0ab04eb60f6951027fbd1bc12c797ad5e441e379d92ecf1807ee41b3c', '{"review":1,"item":8,"item_state":"correcting","decided_at":1700000480.0,"hits":[]}', 1700000480);
INSERT INTO public.receipts VALUES (10, 2, 'key-000009', '196a3c87296989983e01cb00413c7ecec017127bf98518876a4ff824bdaf249c', '{"job":10,"version":1,"state":"submitted","item_state":"open","answer_id":9,"submitted_at":1700000480.0,"hits":[]}', 1700000480);
INSERT INTO public.receipts VALUES (11, 3, 'key-000010', 'a7363d3fc180de20a3cf5b0e946fbf41657f115f40af91936ab1a7cfed9a49cc', '{"job":11,"version":1,"state":"done","item_state":"decided","answer_id":10,"submitted_at":1700000480.0,"hits":[]}', 1700000480);
INSERT INTO public.receipts VALUES (12, 2, 'key-000011', '8278acdcddd55314e5778e425e424130913ecd97c31323b9860c8be8080fa4dd', '{"job":12,"version":1,"state":"submitted","item_state":"open","answer_id":11,"submitted_at":1700000480.0,"hits":[]}', 1700000480);
INSERT INTO public.receipts VALUES (13, 3, 'key-000012', '767e8e9b1696dab06e4b3f02bc96df8c8436d9b5f4faa36cdda7d37b08c4abe6', '{"job":13,"version":1,"state":"submitted","item_state":"review","answer_id":12,"submitted_at":1700000480.0,"hits":[]}', 1700000480);
INSERT INTO public.receipts VALUES (14, 4, 'key-000013', '9636da50e2e147d6943c2db19a942ba65543f79a0c1879edafb0734fc4b142a1', '{"review":3,"item":19,"item_state":"returned","decided_at":1700000480.0,"hits":[]}', 1700000480);
INSERT INTO public.receipts VALUES (15, 2, 'key-000014', '4b6b79fca39f5994fae88713419b4961fdc70783b5ec38f114384f0ad994b569', '{"job":14,"version":1,"state":"submitted","item_state":"open","answer_id":13,"submitted_at":1700000480.0,"hits":[]}', 1700000480);
INSERT INTO public.turns VALUES (2, 1, 8, 'audit', 5, 1, 'waiting', NULL, NULL, 0, NULL, 1700000240, NULL, NULL);
INSERT INTO public.turns VALUES (1, 1, 8, 'audit', 4, 1, 'done', 4, NULL, 1, 'rejected', 1700000240, 1700000480, 1700000480);
INSERT INTO public.turns VALUES (3, 2, 19, 'review', NULL, 1, 'done', 4, NULL, 1, 'accepted', 1700000480, 1700000480, 1700000480);
INSERT INTO public.users VALUES (1, 'builder', '', 'builder', 'zh', '', true, 1700000000);
INSERT INTO public.users VALUES (2, '甲', '', 'annotator', 'zh', '', true, 1700000000);
INSERT INTO public.users VALUES (3, '乙', '', 'annotator', 'zh', '', true, 1700000000);
INSERT INTO public.users VALUES (4, '审', '', 'reviewer', 'zh', '', true, 1700000000);
INSERT INTO public.users VALUES (5, '审二', '', 'reviewer', 'zh', '', true, 1700000480);
SELECT pg_catalog.setval('public.agreements_id_seq', 1, false);
SELECT pg_catalog.setval('public.answers_id_seq', 13, true);
SELECT pg_catalog.setval('public.campaign_members_id_seq', 12, true);
SELECT pg_catalog.setval('public.campaigns_id_seq', 3, true);
SELECT pg_catalog.setval('public.comments_id_seq', 1, false);
SELECT pg_catalog.setval('public.competition_files_id_seq', 1, false);
SELECT pg_catalog.setval('public.competitions_id_seq', 1, true);
SELECT pg_catalog.setval('public.decisions_id_seq', 5, true);
SELECT pg_catalog.setval('public.events_id_seq', 54, true);
SELECT pg_catalog.setval('public.gloss_relations_id_seq', 1, false);
SELECT pg_catalog.setval('public.group_members_id_seq', 1, false);
SELECT pg_catalog.setval('public.group_seats_id_seq', 2, true);
SELECT pg_catalog.setval('public.groups_id_seq', 1, false);
SELECT pg_catalog.setval('public.invites_id_seq', 1, false);
SELECT pg_catalog.setval('public.item_groups_id_seq', 1, true);
SELECT pg_catalog.setval('public.items_id_seq', 25, true);
SELECT pg_catalog.setval('public.jobs_id_seq', 14, true);
SELECT pg_catalog.setval('public.login_attempts_id_seq', 1, false);
SELECT pg_catalog.setval('public.phases_id_seq', 1, false);
SELECT pg_catalog.setval('public.rated_items_id_seq', 1, false);
SELECT pg_catalog.setval('public.rating_campaigns_id_seq', 1, true);
SELECT pg_catalog.setval('public.receipts_id_seq', 15, true);
SELECT pg_catalog.setval('public.scores_id_seq', 1, false);
SELECT pg_catalog.setval('public.sessions_id_seq', 1, false);
SELECT pg_catalog.setval('public.significance_groups_id_seq', 1, false);
SELECT pg_catalog.setval('public.submission_entries_id_seq', 1, false);
SELECT pg_catalog.setval('public.submissions_id_seq', 1, false);
SELECT pg_catalog.setval('public.table_rows_id_seq', 1, false);
SELECT pg_catalog.setval('public.teams_id_seq', 1, false);
SELECT pg_catalog.setval('public.tokens_id_seq', 1, false);
SELECT pg_catalog.setval('public.turns_id_seq', 3, true);
SELECT pg_catalog.setval('public.users_id_seq', 5, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT pk_agreements PRIMARY KEY (id);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT pk_answers PRIMARY KEY (id);
ALTER TABLE ONLY public.campaign_members
    ADD CONSTRAINT pk_campaign_members PRIMARY KEY (id);
ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT pk_campaigns PRIMARY KEY (id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT pk_comments PRIMARY KEY (id);
ALTER TABLE ONLY public.competition_files
    ADD CONSTRAINT pk_competition_files PRIMARY KEY (id);
ALTER TABLE ONLY public.competitions
    ADD CONSTRAINT pk_competitions PRIMARY KEY (id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT pk_decisions PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT pk_events PRIMARY KEY (id);
ALTER TABLE ONLY public.gloss_relations
    ADD CONSTRAINT pk_gloss_relations PRIMARY KEY (id);
ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT pk_group_members PRIMARY KEY (id);
ALTER TABLE ONLY public.group_seats
    ADD CONSTRAINT pk_group_seats PRIMARY KEY (id);
ALTER TABLE ONLY public.groups
    ADD CONSTRAINT pk_groups PRIMARY KEY (id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT pk_invites PRIMARY KEY (id);
ALTER TABLE ONLY public.item_groups
    ADD CONSTRAINT pk_item_groups PRIMARY KEY (id);
ALTER TABLE ONLY public.items
    ADD CONSTRAINT pk_items PRIMARY KEY (id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT pk_jobs PRIMARY KEY (id);
ALTER TABLE ONLY public.login_attempts
    ADD CONSTRAINT pk_login_attempts PRIMARY KEY (id);
ALTER TABLE ONLY public.phases
    ADD CONSTRAINT pk_phases PRIMARY KEY (id);
ALTER TABLE ONLY public.rated_items
    ADD CONSTRAINT pk_rated_items PRIMARY KEY (id);
ALTER TABLE ONLY public.rating_campaigns
    ADD CONSTRAINT pk_rating_campaigns PRIMARY KEY (id);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT pk_receipts PRIMARY KEY (id);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT pk_scores PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT pk_sessions PRIMARY KEY (id);
ALTER TABLE ONLY public.significance_groups
    ADD CONSTRAINT pk_significance_groups PRIMARY KEY (id);
ALTER TABLE ONLY public.submission_entries
    ADD CONSTRAINT pk_submission_entries PRIMARY KEY (id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT pk_submissions PRIMARY KEY (id);
ALTER TABLE ONLY public.table_rows
    ADD CONSTRAINT pk_table_rows PRIMARY KEY (id);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT pk_teams PRIMARY KEY (id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT pk_tokens PRIMARY KEY (id);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT pk_turns PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT pk_users PRIMARY KEY (id);
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT uq_agreements_team_id_phase_id_sha256 UNIQUE (team_id, phase_id, sha256);
ALTER TABLE ONLY public.campaign_members
    ADD CONSTRAINT uq_campaign_members_campaign_id_user_id UNIQUE (campaign_id, user_id);
ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT uq_campaigns_title UNIQUE (title);
ALTER TABLE ONLY public.competitions
    ADD CONSTRAINT uq_competitions_title UNIQUE (title);
ALTER TABLE ONLY public.gloss_relations
    ADD CONSTRAINT uq_gloss_relations_campaign_id_word_first_second UNIQUE (campaign_id, word, first, second);
ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT uq_group_members_group_id_user_id UNIQUE (group_id, user_id);
ALTER TABLE ONLY public.group_seats
    ADD CONSTRAINT uq_group_seats_group_id_user_id UNIQUE (group_id, user_id);
ALTER TABLE ONLY public.groups
    ADD CONSTRAINT uq_groups_name UNIQUE (name);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT uq_invites_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.item_groups
    ADD CONSTRAINT uq_item_groups_campaign_id_key UNIQUE (campaign_id, key);
ALTER TABLE ONLY public.items
    ADD CONSTRAINT uq_items_campaign_id_ref UNIQUE (campaign_id, ref);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT uq_jobs_item_id_user_id UNIQUE (item_id, user_id);
ALTER TABLE ONLY public.phases
    ADD CONSTRAINT uq_phases_competition_id_kind UNIQUE (competition_id, kind);
ALTER TABLE ONLY public.rated_items
    ADD CONSTRAINT uq_rated_items_entry_id_qid_rating_id UNIQUE (entry_id, qid, rating_id);
ALTER TABLE ONLY public.rated_items
    ADD CONSTRAINT uq_rated_items_rating_id_ref UNIQUE (rating_id, ref);
ALTER TABLE ONLY public.rating_campaigns
    ADD CONSTRAINT uq_rating_campaigns_competition_id_phase_task UNIQUE (competition_id, phase, task);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT uq_receipts_actor_id_key UNIQUE (actor_id, key);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT uq_scores_entry_id_pin UNIQUE (entry_id, pin);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT uq_sessions_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.significance_groups
    ADD CONSTRAINT uq_significance_groups_competition_id_phase_task UNIQUE (competition_id, phase, task);
ALTER TABLE ONLY public.submission_entries
    ADD CONSTRAINT uq_submission_entries_submission_id_task UNIQUE (submission_id, task);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT uq_submissions_team_id_key UNIQUE (team_id, key);
ALTER TABLE ONLY public.table_rows
    ADD CONSTRAINT uq_table_rows_competition_id_phase_team UNIQUE (competition_id, phase, team);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT uq_teams_competition_id_name UNIQUE (competition_id, name);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT uq_tokens_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT uq_users_name UNIQUE (name);
CREATE INDEX ix_answers_item ON public.answers USING btree (item_id, id);
CREATE INDEX ix_answers_job ON public.answers USING btree (job_id, version);
CREATE INDEX ix_campaign_members_user_id ON public.campaign_members USING btree (user_id);
CREATE INDEX ix_comments_item ON public.comments USING btree (item_id, id);
CREATE INDEX ix_competition_files_kind ON public.competition_files USING btree (competition_id, task, part, content, id);
CREATE INDEX ix_decisions_item ON public.decisions USING btree (item_id, id);
CREATE INDEX ix_events_campaign ON public.events USING btree (campaign_id, id);
CREATE INDEX ix_events_item ON public.events USING btree (item_id, id);
CREATE INDEX ix_group_members_user_id ON public.group_members USING btree (user_id);
CREATE INDEX ix_group_seats_user ON public.group_seats USING btree (user_id, finished);
CREATE INDEX ix_item_groups_free ON public.item_groups USING btree (campaign_id, closed, free_seats, "position");
CREATE INDEX ix_items_control ON public.items USING btree (campaign_id, control, "position");
CREATE INDEX ix_items_due ON public.items USING btree (campaign_id, due_at);
CREATE INDEX ix_items_group ON public.items USING btree (group_id, queue, "position");
CREATE INDEX ix_items_queue ON public.items USING btree (campaign_id, queue, first_by, "position");
CREATE INDEX ix_items_state ON public.items USING btree (campaign_id, state, "position");
CREATE INDEX ix_jobs_lease ON public.jobs USING btree (campaign_id, state, lease_until);
CREATE INDEX ix_jobs_person ON public.jobs USING btree (campaign_id, user_id, state);
CREATE INDEX ix_jobs_user ON public.jobs USING btree (user_id, state);
CREATE INDEX ix_login_attempts_at ON public.login_attempts USING btree (at);
CREATE INDEX ix_login_attempts_key_at ON public.login_attempts USING btree (key, at);
CREATE INDEX ix_scores_entry ON public.scores USING btree (entry_id, id);
CREATE INDEX ix_sessions_expires_at ON public.sessions USING btree (expires_at);
CREATE INDEX ix_sessions_user_id ON public.sessions USING btree (user_id);
CREATE INDEX ix_submission_entries_queue ON public.submission_entries USING btree (state, lease_until);
CREATE INDEX ix_submissions_phase ON public.submissions USING btree (competition_id, phase, team_id);
CREATE INDEX ix_teams_user ON public.teams USING btree (user_id);
CREATE INDEX ix_tokens_user_id ON public.tokens USING btree (user_id);
CREATE INDEX ix_turns_item ON public.turns USING btree (item_id, id);
CREATE INDEX ix_turns_lease ON public.turns USING btree (campaign_id, state, lease_until);
CREATE INDEX ix_turns_queue ON public.turns USING btree (campaign_id, kind, state, id);
CREATE INDEX ix_turns_reviewer ON public.turns USING btree (reviewer_id, state);
CREATE TRIGGER answers_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.answers FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER comments_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.comments FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER decisions_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.decisions FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER events_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER receipts_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.receipts FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER scores_history BEFORE DELETE OR UPDATE OR TRUNCATE ON public.scores FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT fk_agreements_phase_id FOREIGN KEY (phase_id) REFERENCES public.phases(id);
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT fk_agreements_team_id FOREIGN KEY (team_id) REFERENCES public.teams(id);
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT fk_agreements_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT fk_answers_author_id FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT fk_answers_item_id FOREIGN KEY (item_id) REFERENCES public.items(id);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT fk_answers_job_id FOREIGN KEY (job_id) REFERENCES public.jobs(id);
ALTER TABLE ONLY public.answers
    ADD CONSTRAINT fk_answers_turn_id FOREIGN KEY (turn_id) REFERENCES public.turns(id);
ALTER TABLE ONLY public.campaign_members
    ADD CONSTRAINT fk_campaign_members_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);
ALTER TABLE ONLY public.campaign_members
    ADD CONSTRAINT fk_campaign_members_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.campaigns
    ADD CONSTRAINT fk_campaigns_created_by FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT fk_comments_author_id FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT fk_comments_item_id FOREIGN KEY (item_id) REFERENCES public.items(id);
ALTER TABLE ONLY public.competition_files
    ADD CONSTRAINT fk_competition_files_competition_id FOREIGN KEY (competition_id) REFERENCES public.competitions(id);
ALTER TABLE ONLY public.competition_files
    ADD CONSTRAINT fk_competition_files_created_by FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.competitions
    ADD CONSTRAINT fk_competitions_created_by FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT fk_decisions_accepted_job_id FOREIGN KEY (accepted_job_id) REFERENCES public.jobs(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT fk_decisions_actor_id FOREIGN KEY (actor_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT fk_decisions_answer_id FOREIGN KEY (answer_id) REFERENCES public.answers(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT fk_decisions_item_id FOREIGN KEY (item_id) REFERENCES public.items(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT fk_decisions_turn_id FOREIGN KEY (turn_id) REFERENCES public.turns(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_actor_id FOREIGN KEY (actor_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_item_id FOREIGN KEY (item_id) REFERENCES public.items(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_job_id FOREIGN KEY (job_id) REFERENCES public.jobs(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT fk_events_turn_id FOREIGN KEY (turn_id) REFERENCES public.turns(id);
ALTER TABLE ONLY public.gloss_relations
    ADD CONSTRAINT fk_gloss_relations_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);
ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT fk_group_members_group_id FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_members
    ADD CONSTRAINT fk_group_members_user_id FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_seats
    ADD CONSTRAINT fk_group_seats_group_id FOREIGN KEY (group_id) REFERENCES public.item_groups(id);
ALTER TABLE ONLY public.group_seats
    ADD CONSTRAINT fk_group_seats_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT fk_invites_created_by FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT fk_invites_group_id FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.item_groups
    ADD CONSTRAINT fk_item_groups_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);
ALTER TABLE ONLY public.items
    ADD CONSTRAINT fk_items_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);
ALTER TABLE ONLY public.items
    ADD CONSTRAINT fk_items_group_id FOREIGN KEY (group_id) REFERENCES public.item_groups(id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT fk_jobs_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT fk_jobs_item_id FOREIGN KEY (item_id) REFERENCES public.items(id);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT fk_jobs_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.phases
    ADD CONSTRAINT fk_phases_competition_id FOREIGN KEY (competition_id) REFERENCES public.competitions(id);
ALTER TABLE ONLY public.rated_items
    ADD CONSTRAINT fk_rated_items_entry_id FOREIGN KEY (entry_id) REFERENCES public.submission_entries(id);
ALTER TABLE ONLY public.rated_items
    ADD CONSTRAINT fk_rated_items_rating_id FOREIGN KEY (rating_id) REFERENCES public.rating_campaigns(id);
ALTER TABLE ONLY public.rating_campaigns
    ADD CONSTRAINT fk_rating_campaigns_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);
ALTER TABLE ONLY public.rating_campaigns
    ADD CONSTRAINT fk_rating_campaigns_competition_id FOREIGN KEY (competition_id) REFERENCES public.competitions(id);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT fk_receipts_actor_id FOREIGN KEY (actor_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT fk_scores_entry_id FOREIGN KEY (entry_id) REFERENCES public.submission_entries(id);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT fk_scores_file_id FOREIGN KEY (file_id) REFERENCES public.competition_files(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT fk_sessions_user_id FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.significance_groups
    ADD CONSTRAINT fk_significance_groups_competition_id FOREIGN KEY (competition_id) REFERENCES public.competitions(id);
ALTER TABLE ONLY public.submission_entries
    ADD CONSTRAINT fk_submission_entries_submission_id FOREIGN KEY (submission_id) REFERENCES public.submissions(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT fk_submissions_competition_id FOREIGN KEY (competition_id) REFERENCES public.competitions(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT fk_submissions_team_id FOREIGN KEY (team_id) REFERENCES public.teams(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT fk_submissions_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.table_rows
    ADD CONSTRAINT fk_table_rows_competition_id FOREIGN KEY (competition_id) REFERENCES public.competitions(id);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT fk_teams_competition_id FOREIGN KEY (competition_id) REFERENCES public.competitions(id);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT fk_teams_user_id FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT fk_tokens_user_id FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT fk_turns_campaign_id FOREIGN KEY (campaign_id) REFERENCES public.campaigns(id);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT fk_turns_item_id FOREIGN KEY (item_id) REFERENCES public.items(id);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT fk_turns_job_id FOREIGN KEY (job_id) REFERENCES public.jobs(id);
ALTER TABLE ONLY public.turns
    ADD CONSTRAINT fk_turns_reviewer_id FOREIGN KEY (reviewer_id) REFERENCES public.users(id);

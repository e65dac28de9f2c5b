// swift-format-ignore-file
// Generated from manifests/ by the tests: VIRGA_UPDATE=1 swift test --filter DemoManifestTests

extension DemoManifest {
  static let embeddedFiles: [(name: String, text: String)] = [
    ("cirrus.fml.yaml", ##"""
# The Feature Manifest of Cirrus, an invented browser: the demo that virga opens when it is given no manifest.
# README.md in this folder says what each file shows.
version: 1.0.0

about:
  description: Cirrus, a browser for phones and tablets
  swift:
    module: Cirrus
    class: CirrusNimbus
  kotlin:
    package: org.example.cirrus
    class: .nimbus.CirrusNimbus

# From the least to the most people: a build on a desk, a build each night, a preview, and the store.
channels:
  - developer
  - nightly
  - beta
  - release

includes:
  - features/home.yaml
  - features/toolbar-tabs.yaml
  - features/search.yaml
  - features/onboarding.yaml
  - features/privacy.yaml
  - features/sync.yaml
  - features/reading.yaml
  - features/settings.yaml
  - features/diagnostics.yaml

imports:
  - path: components/messaging.fml.yaml
    # A channel of the component: `production` leaves out the card that `debug` has for checking the layout.
    # Below, `channel` and `channels` mean the channels of Cirrus again.
    channel: production
    features:
      messaging:
        - value:
            conditions:
              opened-often: "'app.opened'|eventSum('Days', 28, 0) >= 10"
              is-default-browser: is_default_browser
              signed-in: is_signed_in
            actions:
              open-default-browser-settings: cirrus://settings/default-browser
              open-sign-in: cirrus://account/sign-in
            cards:
              set-default-browser:
                surface: home-card
                title: card_default_browser_title
                body: card_default_browser_body
                button: card_default_browser_button
                action: open-default-browser-settings
                style: warm
                show-if: [opened-often]
                unless: [is-default-browser]
                follow-up: sign-in
                maximum-displays: 3
              sign-in:
                surface: tabs-banner
                title: card_sign_in_title
                body: card_sign_in_body
                button: card_sign_in_button
                action: open-sign-in
                style: plain
                show-if: [always]
                unless: [signed-in]
                follow-up: null
                maximum-displays: 2
            per-day:
              home-card: 2
        # Nightly testers see cards more often, so that a bad condition is noticed within a day.
        - channels: [developer, nightly]
          value:
            per-day:
              home-card: 6
        - example:
            name: Ask for sign-in first
            description: The sign-in card moves to the home screen and loses its condition on the account.
            value:
              cards:
                sign-in: { surface: home-card, style: warm, unless: [] }
      push-notifications:
        defaults:
          - value:
              topics: { breaking-stories: false, tab-received: true, download-finished: true }
          - channels: [developer, nightly]
            value:
              topics: { breaking-stories: true }
        examples:
          - name: Silent weekends
            value:
              quiet-hours: ["saturday 00:00-24:00", "sunday 00:00-24:00"]

"""##),
    ("components/messaging.fml.yaml", ##"""
# A component that other apps could link as well. It has channels of its own; whoever imports it says which of
# them to use, and lays values of its own over these defaults.
version: 1.0.0

about:
  description: Cards and notifications that tell people about the app
  swift:
    module: CirrusMessaging
    class: MessagingNimbus
  kotlin:
    package: org.example.cirrus.messaging
    class: .nimbus.MessagingNimbus

channels:
  - debug
  - production

features:
  messaging:
    description: >-
      Cards that tell people something at the right moment. A card names the conditions under which it is due;
      several experiments can add cards at the same time, which is why this feature takes more than one enrollment.
    contacts: [messaging@example.org]
    documentation:
      - name: From a condition to a card
        url: https://docs.example.org/messaging/cards
    meta-bug: https://bugs.example.org/messaging/12
    events:
      - https://metrics.example.org/messaging/shown
      - https://metrics.example.org/messaging/pressed
      - https://metrics.example.org/messaging/expired
    configurator: https://configure.example.org/messaging
    allow-coenrollment: true
    variables:
      cards:
        description: The cards by name. Of several that are due on one surface, the first by priority is shown.
        type: Map<CardName, Card>
        string-alias: CardName
        default: {}
      conditions:
        description: Conditions by name, each a targeting expression. Conditions are evaluated when a surface appears.
        type: Map<Condition, String>
        string-alias: Condition
        default:
          always: "true"
          first-week: days_since_install < 7
      styles:
        description: Looks by name.
        type: Map<StyleName, CardStyle>
        string-alias: StyleName
        default:
          plain: { priority: 50 }
          warm: { priority: 60, colour: card_amber }
      actions:
        description: What a button can do, by name. The address is opened as if a page had linked to it.
        type: Map<ActionName, String>
        string-alias: ActionName
        default: { dismiss: "app://dismiss" }
      per-day:
        description: Cards and notifications that one person sees on a surface in a day.
        type: Map<Surface, Int>
        default: { home-card: 1, tabs-banner: 1, notification: 1 }
      card-under-test:
        description: >-
          The card that an experiment measures. Its exposure is recorded when the card would have been due, shown
          or not.
        type: Option<CardName>
        default: null
    defaults:
      - channel: debug
        value:
          per-day: { home-card: 100, tabs-banner: 100, notification: 100 }
          # Always due, to check the layout by hand. Fields that are left out take the defaults of `Card`.
          cards:
            layout-check: { title: card_layout_check_title, maximum-displays: 1000 }

  push-notifications:
    description: Notifications outside the app. The permission is asked for by the app; nothing here can go around it.
    contacts: [messaging@example.org]
    documentation:
      - name: Topics and quiet hours
        url: https://docs.example.org/messaging/push
    meta-bug: https://bugs.example.org/messaging/31
    events: [https://metrics.example.org/messaging/push-opened]
    variables:
      topics:
        description: >-
          Topics that a person is subscribed to after giving the permission. They can change each in the settings.
        type: Map<String, Boolean>
        default: {}
      quiet-hours:
        description: Times in which notifications wait, as "day from-to" or "from-to" for every day.
        type: List<String>
        default: ["22:00-07:00"]
      importance:
        description: How loudly the system announces them.
        type: Importance
        default: normal
    defaults:
      - channel: debug
        value: { quiet-hours: [], importance: high }

enums:
  Surface:
    description: Places where a card can appear.
    variants:
      home-card:
        description: A card at the top of the home screen.
      tabs-banner:
        description: A bar at the top of the tabs tray.
      notification:
        description: A notification, with the topic of the app.
  Importance:
    description: How loudly the system announces a notification.
    variants:
      low:
        description: In the list only.
      normal:
        description: With an icon in the status bar.
      high:
        description: With a sound and over other apps.

objects:
  Card:
    description: A message with one button.
    fields:
      surface:
        description: Where it appears.
        type: Surface
        default: home-card
      title:
        description: The heading. Without one the body stands alone.
        type: Option<Text>
        default: null
      body:
        description: The message, two sentences at most.
        type: Text
        default: card_body
      button:
        description: The label of the button. Without one the whole card can be pressed.
        type: Option<Text>
        default: null
      action:
        description: What pressing it does.
        type: ActionName
        default: dismiss
      style:
        description: How it looks.
        type: StyleName
        default: plain
      show-if:
        description: Conditions that all have to hold.
        type: List<Condition>
        default: [always]
      unless:
        description: Conditions of which none may hold.
        type: List<Condition>
        default: []
      follow-up:
        description: The card that becomes due once this one was pressed.
        type: Option<CardName>
        default: null
      maximum-displays:
        description: How often it is shown before it expires.
        type: Int
        default: 5
  CardStyle:
    description: How a card looks and which one goes first.
    fields:
      priority:
        description: Larger goes first.
        type: Int
        default: 50
      colour:
        description: The background, by the name of a colour in the app's palette.
        type: String
        default: card_neutral
      illustration:
        description: A picture beside the text.
        type: Option<Image>
        default: null

"""##),
    ("demo/context.yaml", ##"""
# What is known of the client of the demo; the channel is the one that is looked at.
app_name: cirrus
app_version: "131.2"
os: Android
os_version: "15"
locale: de-DE
days_since_install: 14
is_first_run: false
is_phone: true
nimbus_id: 8f1c2d3a-5b6e-4f70-8a9b-c0d1e2f30415

"""##),
    ("demo/recipes.yaml", ##"""
# Recipes for the demo, one for each way in which a recipe can stand with the client of context.yaml. All are invented.
data:
  # The client is in it.
  - slug: homepage-order-2026
    schemaVersion: 1.12.0
    appName: cirrus
    userFacingName: Stories first
    userFacingDescription: Whether people read more when stories stand above what they had open.
    isEnrollmentPaused: false
    proposedEnrollment: 14
    publishedDate: "2026-01-12T09:00:00Z"
    targeting: >-
      app_version|versionCompare('120.!') >= 0
    featureIds: [homescreen, story-feed]
    bucketConfig: { randomizationUnit: nimbus_id, namespace: cirrus-home-1, start: 0, count: 10000, total: 10000 }
    referenceBranch: control
    branches:
      - slug: control
        ratio: 1
        features:
          - featureId: homescreen
            value: {}
      - slug: treatment-a
        ratio: 2
        features:
          - featureId: homescreen
            value: { section-order: [pocket, top-sites, jump-back-in, recent-searches], pinned-limit: 12 }
      - slug: treatment-b
        ratio: 1
        features:
          - featureId: homescreen
            value: { sections-enabled: { recent-searches: false }, section-order: [pocket, top-sites, jump-back-in] }
          - featureId: story-feed
            value: { maximum-stories: 6 }
  # It needs another region.
  - slug: share-sheet-2026
    schemaVersion: 1.12.0
    appName: cirrus
    userFacingName: Say where it comes from
    userFacingDescription: Whether a line below a shared address brings people to the app.
    isEnrollmentPaused: false
    proposedEnrollment: 14
    publishedDate: "2026-02-02T09:00:00Z"
    targeting: >-
      app_version|versionCompare('121.!') >= 0 && region in ['US', 'CA'] && is_first_run == false
    featureIds: [sent-from-cirrus]
    bucketConfig: { randomizationUnit: nimbus_id, namespace: cirrus-share-1, start: 0, count: 8000, total: 10000 }
    referenceBranch: control
    branches:
      - slug: control
        ratio: 1
        features:
          - featureId: sent-from-cirrus
            value: { enabled: false }
      - slug: treatment-a
        ratio: 1
        features:
          - featureId: sent-from-cirrus
            value: { enabled: true }
  # A rollout lies below the experiments.
  - slug: suggest-rollout
    schemaVersion: 1.12.0
    appName: cirrus
    userFacingName: Popular searches
    userFacingDescription: Popular searches below the address bar, for ever more people.
    isRollout: true
    isEnrollmentPaused: false
    proposedEnrollment: 14
    publishedDate: "2026-01-20T09:00:00Z"
    featureIds: [search-suggestions]
    bucketConfig: { randomizationUnit: nimbus_id, namespace: cirrus-suggest-rollout-1, start: 0, count: 10000, total: 10000 }
    branches:
      - slug: on
        ratio: 1
        features:
          - featureId: search-suggestions
            value: { trending: true }
  # Another recipe has the feature.
  - slug: homepage-cards
    schemaVersion: 1.12.0
    appName: cirrus
    userFacingName: Cards on the home screen
    userFacingDescription: Wider tiles in fewer columns.
    isEnrollmentPaused: false
    proposedEnrollment: 14
    publishedDate: "2026-02-16T09:00:00Z"
    featureIds: [homescreen]
    bucketConfig: { randomizationUnit: nimbus_id, namespace: cirrus-home-2, start: 0, count: 10000, total: 10000 }
    referenceBranch: control
    branches:
      - slug: control
        ratio: 1
        features:
          - featureId: homescreen
            value: {}
      - slug: wide
        ratio: 1
        features:
          - featureId: homescreen
            value: { sponsored-tiles: { columns: 3 } }
  # Nobody new comes in.
  - slug: tabs-grid-v2
    schemaVersion: 1.12.0
    appName: cirrus
    userFacingName: A wider grid of tabs
    userFacingDescription: Whether tabs are found faster in more columns.
    isEnrollmentPaused: true
    proposedEnrollment: 14
    publishedDate: "2026-02-20T09:00:00Z"
    targeting: >-
      is_phone
    featureIds: [tabs-tray]
    bucketConfig: { randomizationUnit: nimbus_id, namespace: cirrus-tabs-2, start: 0, count: 10000, total: 10000 }
    referenceBranch: control
    branches:
      - slug: control
        ratio: 1
        features:
          - featureId: tabs-tray
            value: {}
      - slug: four
        ratio: 1
        features:
          - featureId: tabs-tray
            value: { grid-columns: 4 }
  # The client lies outside of its buckets.
  - slug: zoom-levels
    schemaVersion: 1.12.0
    appName: cirrus
    userFacingName: Finer steps of zoom
    userFacingDescription: Whether people zoom more when the steps are smaller.
    isEnrollmentPaused: false
    proposedEnrollment: 14
    publishedDate: "2026-03-02T09:00:00Z"
    targeting: >-
      'zoomed'|eventCountNonZero('Days', 28) >= 0
    featureIds: [zoom]
    bucketConfig: { randomizationUnit: nimbus_id, namespace: cirrus-zoom-1, start: 1000, count: 2000, total: 10000 }
    referenceBranch: control
    branches:
      - slug: control
        ratio: 1
        features:
          - featureId: zoom
            value: {}
      - slug: fine
        ratio: 1
        features:
          - featureId: zoom
            value: { levels: [80, 90, 95, 100, 105, 110, 125, 150] }
  # Its targeting reads what no client gives.
  - slug: splash-timing
    schemaVersion: 1.12.0
    appName: cirrus
    userFacingName: A shorter splash screen
    userFacingDescription: Whether a shorter splash screen feels faster on weak devices.
    isEnrollmentPaused: false
    proposedEnrollment: 14
    publishedDate: "2026-03-09T09:00:00Z"
    targeting: >-
      device_memory < 4 && is_phone
    featureIds: [splash-screen]
    bucketConfig: { randomizationUnit: nimbus_id, namespace: cirrus-splash-1, start: 0, count: 10000, total: 10000 }
    referenceBranch: control
    branches:
      - slug: control
        ratio: 1
        features:
          - featureId: splash-screen
            value: {}
      - slug: short
        ratio: 1
        features:
          - featureId: splash-screen
            value: { maximum-duration-ms: 300 }
  # It ended while the client was in it.
  - slug: reader-aloud-2025
    schemaVersion: 1.12.0
    appName: cirrus
    userFacingName: Reading aloud
    userFacingDescription: Whether people listen when the button is in sight.
    isEnrollmentPaused: false
    proposedEnrollment: 14
    publishedDate: "2025-09-01T09:00:00Z"
    endDate: "2025-12-01"
    featureIds: [reader-view]
    bucketConfig: { randomizationUnit: nimbus_id, namespace: cirrus-reader-1, start: 0, count: 10000, total: 10000 }
    referenceBranch: control
    branches:
      - slug: control
        ratio: 1
        features:
          - featureId: reader-view
            value: {}

"""##),
    ("examples/homescreen-stories-first.yaml", ##"""
# An example in a file of its own: features/home.yaml names it by path only.
name: Stories first
description: What the study of autumn 2026 shows to its second branch.
url: https://docs.example.org/cirrus/home/stories-first
value:
  sections-enabled:
    pocket: true
    recent-searches: false
  section-order: [pocket, top-sites, jump-back-in, recently-saved]
  sponsored-tiles:
    rows: 1
    style: card

"""##),
    ("features/diagnostics.yaml", ##"""
# What Cirrus measures about itself and does while nobody looks.
features:
  startup-metrics:
    description: >-
      Measures the start of the app in phases. Each measured start costs about 2 ms, so the store build measures
      few of them. Raise the share for a week when a release is suspected to be slow.
    contacts: [performance@example.org]
    documentation:
      - name: Phases of the start
        url: https://docs.example.org/cirrus/performance/startup
    meta-bug: https://bugs.example.org/cirrus/1366
    events: [https://metrics.example.org/cirrus/startup/phase]
    variables:
      share-percent:
        description: Share of starts that are measured, in percent.
        type: Int
        default: 1
      phases:
        description: Phases that are measured.
        type: List<StartPhase>
        default: [process, first-frame]
      slow-after-ms:
        description: A phase that takes longer is reported with its stack. The limit is per phase.
        type: Map<StartPhase, Int>
        default: { process: 300, session: 500, first-frame: 900, first-page: 2500 }
    defaults:
      - channel: beta
        value: { share-percent: 20 }
      - channels: [developer, nightly]
        value:
          share-percent: 100

  crash-reports:
    description: >-
      Sends a report when Cirrus ended unexpectedly. Nothing is sent without the person's consent, which the
      policy here can never replace.
    contacts: [stability@example.org]
    documentation:
      - name: Crash reports
        url: https://docs.example.org/cirrus/stability/reports
    meta-bug: https://bugs.example.org/cirrus/1390
    variables:
      policy:
        description: What happens with a report once there is consent in the settings.
        type: CrashPolicy
        default: ask-each-time
      maximum-per-day:
        description: Reports per device and day. The rest is counted and thrown away.
        type: Int
        default: 3
    defaults:
      - channels: [developer, nightly, beta]
        value: { policy: send }

  # A list inside a map: Mozilla's tool reads one level of generics only, so this feature is an extension too.
  background-refresh:
    description: >-
      When Cirrus may fetch stories, block lists and models while it is not in use. The system decides the moment
      within a window; a day without a window is left alone.
    contacts: [performance@example.org, network@example.org]
    documentation:
      - name: Work in the background
        url: https://docs.example.org/cirrus/performance/background
    meta-bug: https://bugs.example.org/cirrus/1398
    variables:
      windows:
        description: Windows per day in local time, as "from-to".
        type: Map<Weekday, List<String>>
        default:
          monday: ["02:00-05:00"]
          tuesday: ["02:00-05:00"]
          wednesday: ["02:00-05:00"]
          thursday: ["02:00-05:00"]
          friday: ["02:00-05:00"]
          saturday: ["01:00-07:00", "13:00-15:00"]
          sunday: ["01:00-07:00"]
      charging-only:
        description: Whether the device has to be charging.
        type: Boolean
        default: true
    examples:
      - name: Weekends only
        value:
          windows: { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [] }

enums:
  StartPhase:
    description: Phases of the start, in their order.
    variants:
      process:
        description: From the tap to the first line of our code.
      session:
        description: Tabs and preferences are read.
      first-frame:
        description: Something is on the screen.
      first-page:
        description: The page in view can be scrolled.
  CrashPolicy:
    description: What happens with a crash report.
    variants:
      ask-each-time:
        description: A dialog at the next start.
      send:
        description: Sent at the next start without a dialog.
      keep:
        description: Kept on the device for seven days, for support.
  Weekday:
    description: The days of the week.
    variants:
      monday: { description: Monday. }
      tuesday: { description: Tuesday. }
      wednesday: { description: Wednesday. }
      thursday: { description: Thursday. }
      friday: { description: Friday. }
      saturday: { description: Saturday. }
      sunday: { description: Sunday. }

"""##),
    ("features/home.yaml", ##"""
# The home screen and what is shown on it.
features:
  homescreen:
    description: >-
      The page behind a new tab and the home button. It stacks sections, each of which people can hide in the
      settings. Change it to try another set or order of sections, not to change what one section holds.
    contacts: [home@example.org]
    documentation:
      - name: Home screen sections
        url: https://docs.example.org/cirrus/home/sections
    meta-bug: https://bugs.example.org/cirrus/1204
    events:
      - https://metrics.example.org/cirrus/home/shown
      - https://metrics.example.org/cirrus/home/section-opened
    variables:
      sections-enabled:
        description: >-
          Which sections are on until the person decides otherwise in the settings. A section that is off here
          can still be switched on there.
        type: Map<Section, Boolean>
        default:
          top-sites: true
          jump-back-in: true
          pocket: false
          recently-saved: false
          recent-searches: true
      section-order:
        description: >-
          Sections from top to bottom. A section that is missing here is never shown, even when it is enabled.
        type: List<Section>
        default: [top-sites, jump-back-in, recently-saved, recent-searches, pocket]
      sponsored-tiles:
        description: >-
          How the grid of tiles at the top is laid out. The number of sponsored tiles in it is decided by the
          feature `sponsored-tiles`.
        type: TileLayout
        default:
          columns: 4
          label: { lines: 1 }
      greeting:
        description: The line above the first section. An empty text takes the line away and moves the sections up.
        type: Text
        default: home_greeting
      pinned-limit:
        description: How many sites a person can pin before the menu item "Pin" turns grey.
        type: Int
        default: 8
    defaults:
      - channel: developer, nightly, beta
        value:
          sections-enabled: { recently-saved: true }
      # Stories are a trial. They go to beta once the feed answers in under 300 ms for most people.
      - channels: [developer, nightly]
        value:
          sections-enabled: { pocket: true }
          section-order: [top-sites, pocket, jump-back-in, recently-saved, recent-searches]
      - channel: nightly
        value:
          sponsored-tiles: { label: { lines: 2 } }
    examples:
      - path: ../examples/homescreen-stories-first.yaml
      - name: Only what was open
        description: For people who use the home screen to go back to a page.
        value:
          sections-enabled: { top-sites: false, pocket: false, recent-searches: false }
          greeting: ""

  sponsored-tiles:
    description: >-
      Tiles that a partner pays for, marked as such, among the top sites. Cirrus asks the provider without any
      identifier. Lower the number or switch it off where a contract ends.
    contacts: [home@example.org, partners@example.org]
    documentation:
      - name: What the provider learns
        url: https://docs.example.org/cirrus/home/sponsored-tiles
    meta-bug: https://bugs.example.org/cirrus/1311
    events: [https://metrics.example.org/cirrus/tiles/shown, https://metrics.example.org/cirrus/tiles/opened]
    variables:
      enabled:
        description: Whether sponsored tiles are requested at all.
        type: Boolean
        default: true
        pref-key: sponsored-tiles-enabled
      positions:
        description: Places in the grid that may be sponsored, counted from 1. More places than tiles are no error.
        type: List<Int>
        default: [2, 5]
      refresh-minutes:
        description: How old the answer of the provider may grow on each kind of connection before it is asked again.
        type: Map<ConnectionKind, Int>
        default: { wifi: 240, mobile: 720, metered: 1440 }
    defaults:
      # Builds on a desk would be counted as views.
      - channel: developer
        value: { enabled: false }
    examples:
      - name: One tile, far down
        value: { positions: [8] }

  start-at-home:
    description: >-
      What people see when they come back to Cirrus: the page they left or the home screen. Change the policy
      when a study asks whether people lose their place.
    contacts: [home@example.org]
    documentation:
      - name: Coming back to Cirrus
        url: https://docs.example.org/cirrus/home/start
    meta-bug: https://bugs.example.org/cirrus/1187
    events: [https://metrics.example.org/cirrus/home/returned]
    variables:
      setting:
        description: When the home screen takes the place of the page that was open.
        type: StartPolicy
        default: after-four-hours

  wallpaper:
    description: >-
      Pictures behind the home screen. Each collection is fetched when it is first opened in the settings, so a
      collection that is added here needs no release of the app.
    contacts: [design@example.org]
    documentation:
      - name: How to deliver a collection
        url: https://docs.example.org/cirrus/home/wallpaper
    meta-bug: https://bugs.example.org/cirrus/1402
    variables:
      collections:
        description: Collections by identifier. The identifier is part of the download address and stays for ever.
        type: Map<String, WallpaperCollection>
        default:
          high-clouds:
            title: wallpaper_high_clouds
            cover: wallpaper_cirrus_dawn
            pictures: [cirrus-dawn, cirrus-noon, cirrus-night]
          shoreline:
            title: wallpaper_shoreline
            cover: wallpaper_shoreline_tide
            pictures: [tide, dune]
      dimming:
        description: >-
          How much the picture is darkened behind text, in percent. Below 20 the contrast check fails on light
          pictures.
        type: Int
        default: 30

  story-feed:
    description: >-
      Where the section `pocket` of the home screen takes its stories from. Editors choose them once a day per
      language; people without an edition in their language do not see the section.
    contacts: [home@example.org, stories@example.org]
    documentation:
      - name: Editions
        url: https://docs.example.org/cirrus/stories/editions
      - name: What the feed answers
        url: https://docs.example.org/cirrus/stories/format
    meta-bug: https://bugs.example.org/cirrus/1420
    events: [https://metrics.example.org/cirrus/stories/opened]
    variables:
      address:
        description: Where the feed is fetched from, without the language that Cirrus appends.
        type: String
        default: https://stories.example.com/v2/
      editions:
        description: >-
          Languages that have an edition. Add one when its editors are ready, remove it to hide the section there.
        type: List<String>
        default: [de, en, es, fr, ja]
      maximum-stories:
        description: Stories per day. The rest is behind "More".
        type: Int
        default: 6
      read-time-shown:
        description: Whether a story says how long it takes to read.
        type: Boolean
        default: false
    defaults:
      - channels: [developer, nightly]
        value: { maximum-stories: 12 }
      - channel: developer
        value: { address: https://stories-staging.example.com/v2/ }

enums:
  Section:
    description: The sections of the home screen.
    variants:
      top-sites:
        description: Tiles for pages that are opened often, with pinned and sponsored ones among them.
      jump-back-in:
        description: The last two tabs, and the tab that another device had open.
      pocket:
        description: Stories that editors picked today, in languages that have an edition.
      recently-saved:
        description: The newest bookmarks and pages of the reading list.
      recent-searches:
        description: What was searched for on this device. Private tabs leave nothing here.
  TileStyle:
    description: The outline of a tile.
    variants:
      round:
        description: A circle with the site's icon, the name below.
      card:
        description: A card with a picture of the page.
  ConnectionKind:
    description: What a request costs the person.
    variants:
      wifi:
        description: A network without a known price.
      mobile:
        description: Mobile data.
      metered:
        description: Any network on which the system asks apps to save data.
  StartPolicy:
    description: When the home screen replaces the page that was open.
    variants:
      after-four-hours:
        description: After four hours in the background.
      always:
        description: At every return, however short the absence.
      disabled:
        description: Never. The page that was open stays.

objects:
  TileLayout:
    description: A grid of tiles.
    fields:
      columns:
        description: Tiles in a row on a phone held upright. Wider windows fit more of the same size.
        type: Int
        default: 4
      rows:
        description: Rows before the link "Show all".
        type: Int
        default: 2
      style:
        description: The outline of each tile.
        type: TileStyle
        default: round
      label:
        description: The text that goes with a tile.
        type: TileLabel
        default: {}
  TileLabel:
    description: The name of a site next to its tile.
    fields:
      visible:
        description: Without a label the name is read aloud by screen readers only.
        type: Boolean
        default: true
      lines:
        description: Lines before a long name is cut.
        type: Int
        default: 1
  WallpaperCollection:
    description: Pictures that belong together.
    fields:
      title:
        description: The name of the collection.
        type: Text
        default: wallpaper_untitled
      cover:
        description: The picture that stands for the collection in the settings.
        type: Image
        default: wallpaper_cirrus_dawn
      pictures:
        description: File names without ending, in the order of the settings.
        type: List<String>
        default: []
      until:
        description: Last day on which the collection is offered, as 2027-03-31. Without a day it stays.
        type: Option<String>
        default: null

"""##),
    ("features/onboarding.yaml", ##"""
# The first start, and what Cirrus explains or asks later.
features:
  onboarding:
    description: >-
      The cards of the first start, after an installation and never after an update. Each card asks for one thing
      and can be skipped. A shorter set is the first thing to try when many people leave before the last card.
    contacts: [growth@example.org]
    documentation:
      - name: Writing a card
        url: https://docs.example.org/cirrus/onboarding/cards
    meta-bug: https://bugs.example.org/cirrus/1033
    events:
      - https://metrics.example.org/cirrus/onboarding/card-shown
      - https://metrics.example.org/cirrus/onboarding/finished
    variables:
      cards:
        description: The cards in their order.
        type: List<OnboardingCard>
        default:
          - { kind: welcome, title: onboarding_welcome_title, image: onboarding_clouds, button: onboarding_continue }
          - { kind: default-browser, title: onboarding_default_title, image: onboarding_door, button: onboarding_set }
          - { kind: sign-in, title: onboarding_sync_title, image: onboarding_phones, button: onboarding_sign_in }
      can-dismiss:
        description: Whether a cross closes all cards at once.
        type: Boolean
        default: true
      progress-dots:
        description: Whether dots show how many cards are left.
        type: Boolean
        default: true
    examples:
      - name: Welcome only
        description: The short set for the study of people who come from an advertisement.
        value:
          cards:
            - { kind: welcome, title: onboarding_welcome_title, image: onboarding_clouds, button: onboarding_done }
          progress-dots: false

  default-browser-prompt:
    description: >-
      Asks people who use Cirrus often to make it the default browser. It waits for a calm moment: never over a
      page that is loading, never on the first day.
    contacts: [growth@example.org]
    documentation:
      - name: When the prompt is due
        url: https://docs.example.org/cirrus/onboarding/default-browser
    meta-bug: https://bugs.example.org/cirrus/1048
    events: [https://metrics.example.org/cirrus/default-browser/prompt-answered]
    variables:
      enabled:
        description: Whether people are asked.
        type: Boolean
        default: true
      days-between:
        description: Days between two prompts. Without a number the prompt is shown once.
        type: Option<Int>
        default: 30
      maximum:
        description: Prompts in the life of an installation.
        type: Int
        default: 3
    defaults:
      # Store numbers are too slow to learn from before a release.
      - channels: [nightly, beta]
        value: { days-between: 14 }

  contextual-hints:
    description: >-
      Small bubbles that point at something new, once each. Too many at a time are ignored: keep one hint per
      screen enabled and retire a hint after two releases.
    contacts: [growth@example.org, design@example.org]
    documentation:
      - name: Hints and where they point
        url: https://docs.example.org/cirrus/onboarding/hints
    meta-bug: https://bugs.example.org/cirrus/1061
    events: [https://metrics.example.org/cirrus/hints/shown, https://metrics.example.org/cirrus/hints/followed]
    variables:
      hints-enabled:
        description: Which hints may appear.
        type: Map<Hint, Boolean>
        default: { toolbar-place: true, tab-groups: false, reader-view: true }
      pause-hours:
        description: Hours between two hints.
        type: Int
        default: 24
    defaults:
      # A hint for a feature that is on in the same channels.
      - channels: [developer, nightly, beta]
        value:
          hints-enabled: { tab-groups: true }

  microsurvey:
    description: >-
      One question at the lower edge of a page, answered with a tap. The answer is a face 🙁 😐 🙂 or a number; free
      text is never asked for. Start with a small share and raise it until 400 answers a week arrive.
    contacts: [research@example.org]
    documentation:
      - name: Asking a question
        url: https://docs.example.org/cirrus/research/microsurvey
    meta-bug: https://bugs.example.org/cirrus/1602
    events:
      - https://metrics.example.org/cirrus/microsurvey/answered
      - https://metrics.example.org/cirrus/microsurvey/closed
    variables:
      enabled:
        description: Whether a question may be asked.
        type: Boolean
        default: false
        pref-key: microsurvey-enabled
      share-percent:
        description: Share of people who are asked, in percent.
        type: Int
        default: 2
      question:
        description: The question. One sentence, no more than 60 characters in English.
        type: Text
        default: microsurvey_question_speed
      answers:
        description: What the answers look like.
        type: AnswerScale
        default: faces
    defaults:
      # File order decides: each block narrows the one before it to fewer people who are asked more often.
      - channels: [developer, nightly, beta]
        value: { enabled: true, share-percent: 10 }
      - channels: [developer, nightly]
        value: { share-percent: 50 }
      - channel: developer
        value: { share-percent: 100 }
    examples:
      - name: Recommend to a friend
        value: { enabled: true, question: microsurvey_question_recommend, answers: zero-to-ten }

  splash-screen:
    description: >-
      What covers the window until the first page can be drawn. A study that needs an answer from the server before
      the first frame can hold it for longer; everybody feels each 100 ms, so keep the time as short as possible.
    contacts: [performance@example.org]
    documentation:
      - name: The first second
        url: https://docs.example.org/cirrus/performance/splash
    meta-bug: https://bugs.example.org/cirrus/1377
    variables:
      enabled:
        description: Whether the cover is shown at all.
        type: Boolean
        default: true
      maximum-duration-ms:
        description: The cover goes away after this time, ready or not. Without a number it waits for the first page.
        type: Option<Int>
        default: 800
      logo:
        description: The picture in the middle.
        type: Image
        default: splash_cirrus
      announcement:
        description: A line of news under the logo, for launches and campaigns. Without one the logo stands alone.
        type: Option<Announcement>
        default: null
    defaults:
      # An object in an Option is not completed from its definition, so both fields are written out.
      - channel: nightly
        value:
          announcement: { title: splash_nightly_title, link: "https://cirrus.example.org/nightly" }
    examples:
      - name: Hold for the first answer
        description: Waits up to two seconds for the server before the first frame, for studies of the first start.
        value: { enabled: true, maximum-duration-ms: 2000 }

enums:
  OnboardingKind:
    description: What a card of the first start is about.
    variants:
      welcome:
        description: What Cirrus is and what it does not collect.
      default-browser:
        description: Opens the system settings for the default browser.
      sign-in:
        description: Opens the sign-in of the account.
      notifications:
        description: Asks for the permission to notify.
  Hint:
    description: Hints that Cirrus can give.
    variants:
      toolbar-place:
        description: The toolbar can move to the other edge.
      tab-groups:
        description: Tabs can be grouped.
      reader-view:
        description: A long page can be read without what surrounds the text.
  AnswerScale:
    description: The scale of a microsurvey.
    variants:
      faces:
        description: Three faces, from 🙁 to 🙂.
      zero-to-ten:
        description: Eleven numbers in two rows.

objects:
  OnboardingCard:
    description: A card of the first start.
    fields:
      kind:
        description: What the card is about; decides what its button does.
        type: OnboardingKind
        default: welcome
      title:
        description: The heading.
        type: Text
        default: onboarding_welcome_title
      image:
        description: The picture above the heading.
        type: Image
        default: onboarding_clouds
      button:
        description: The label of the large button.
        type: Text
        default: onboarding_continue
  Announcement:
    description: News on the splash screen.
    fields:
      title:
        description: The line of news.
        type: Text
        default: splash_news
      link:
        description: Opened in a new tab when the line is tapped.
        type: Option<String>
        default: null

"""##),
    ("features/privacy.yaml", ##"""
# Protection from pages, and what Cirrus fills in for people.
features:
  tracking-protection:
    description: >-
      Blocks requests to known trackers. The level is what a new installation starts with; people who changed it
      keep theirs. Change the lists with care: each one breaks some pages.
    contacts: [privacy@example.org]
    documentation:
      - name: Levels and lists
        url: https://docs.example.org/cirrus/privacy/tracking
    meta-bug: https://bugs.example.org/cirrus/1105
    events: [https://metrics.example.org/cirrus/protection/switched-off-for-site]
    variables:
      level:
        description: The level of a new installation.
        type: ProtectionLevel
        default: standard
      lists-enabled:
        description: Lists that are used at the level `standard`. The level `strict` uses all of them.
        type: Map<BlockList, Boolean>
        default: { advertising: true, analytics: true, social: true, fingerprinting: false, mining: true }
      counter-shown:
        description: Whether the shield counts what was blocked on the page.
        type: Boolean
        default: true
    defaults:
      # Breaks two banks we know of. Beta follows when their exceptions are shipped.
      - channels: [developer, nightly]
        value:
          lists-enabled: { fingerprinting: true }
    examples:
      - name: Strict from the start
        value: { level: strict }

  private-browsing:
    description: >-
      Tabs that leave nothing on the device. The cover hides them in the app switcher and asks for the fingerprint
      or face on return.
    contacts: [privacy@example.org]
    documentation:
      - name: What a private tab forgets
        url: https://docs.example.org/cirrus/privacy/private-tabs
    meta-bug: https://bugs.example.org/cirrus/1112
    variables:
      cover-enabled:
        description: Whether private tabs are covered when Cirrus goes to the background.
        type: Boolean
        default: true
        pref-key: private-cover-enabled
      lock-after-minutes:
        description: >-
          Minutes in the background after which the cover asks for the fingerprint or face. Without a number it
          never asks.
        type: Option<Int>
        default: null
      forget-button:
        description: Whether a flame in the toolbar closes all private tabs at once.
        type: Boolean
        default: false
    defaults:
      - channel: beta
        value: { lock-after-minutes: 15 }
      - channels: [developer, nightly]
        value: { lock-after-minutes: 5 }

  cookie-banners:
    description: >-
      Answers consent banners with "reject" where a rule for the site exists. When a rule fails the banner is
      simply shown, so a wrong rule costs a moment and no data.
    contacts: [privacy@example.org]
    documentation:
      - name: Writing a rule
        url: https://docs.example.org/cirrus/privacy/banners
    meta-bug: https://bugs.example.org/cirrus/1119
    variables:
      mode:
        description: Where banners are answered.
        type: BannerMode
        default: private-tabs
      exceptions:
        description: Hosts whose banner is left alone; true covers their subdomains too.
        type: Map<String, Boolean>
        default: { shop.example.com: false, news.example.org: true }
    defaults:
      - channels: [developer, nightly]
        value: { mode: all-tabs }

  password-generator:
    description: >-
      Offers a new strong password in sign-up forms and saves it once the form was sent. Off in the store until
      Cirrus recognises forms that ask for the password on a second page.
    contacts: [passwords@example.org]
    documentation:
      - name: How passwords are made
        url: https://docs.example.org/cirrus/passwords/generator
    meta-bug: https://bugs.example.org/cirrus/1555
    events: [https://metrics.example.org/cirrus/passwords/offered, https://metrics.example.org/cirrus/passwords/used]
    variables:
      enabled:
        description: Whether a password is offered.
        type: Boolean
        default: false
      length:
        description: Characters, unless the form sets a limit.
        type: Int
        default: 18
      character-sets:
        description: Sets of which at least one character each is used.
        type: List<CharacterSet>
        default: [lower-case, upper-case, digits]
    defaults:
      - channels: [developer, nightly, beta]
        value: { enabled: true }
      - channels: [developer, nightly]
        value:
          character-sets: [lower-case, upper-case, digits, symbols]
    examples:
      - name: Longer, without symbols
        value: { enabled: true, length: 24, character-sets: [lower-case, upper-case, digits] }

  address-autofill:
    description: >-
      Offers to save a postal address after a checkout and fills it in later. Addresses are formatted per country,
      so open a country only after its forms were tried.
    contacts: [passwords@example.org]
    documentation:
      - name: Countries and their fields
        url: https://docs.example.org/cirrus/autofill/countries
    meta-bug: https://bugs.example.org/cirrus/1563
    variables:
      enabled:
        description: Whether addresses are saved and filled in.
        type: Boolean
        default: true
        pref-key: address-autofill-enabled
      countries:
        description: Countries, by their two letters, whose forms are understood.
        type: List<String>
        default: [CA, DE, FR, US]
    examples:
      - name: With the neighbours
        value: { countries: [AT, CA, CH, DE, FR, GB, JP, US] }

  connection-security:
    description: >-
      How pages are reached: encrypted where possible, with a warning where not. Without a value the engine keeps
      its own default, which is what nearly everybody should have.
    contacts: [privacy@example.org, network@example.org]
    documentation:
      - name: Encrypted first
        url: https://docs.example.org/cirrus/network/encrypted-first
    meta-bug: https://bugs.example.org/cirrus/1170
    variables:
      encrypted-first:
        description: True tries https for every address before http, false trusts the address as it was typed.
        type: Option<Boolean>
        gecko-pref:
          pref: cirrus.network.encrypted-first
          branch: user
      warning-style:
        description: How a page without encryption is marked.
        type: WarningStyle
        default: icon

enums:
  ProtectionLevel:
    description: How much tracking protection blocks.
    variants:
      standard:
        description: The lists below. Nearly all pages work.
      strict:
        description: All lists. Some pages need to be excepted.
      custom:
        description: What the person chose list by list.
  BlockList:
    description: Lists of trackers.
    variants:
      advertising:
        description: Hosts that build profiles to sell space.
      analytics:
        description: Hosts that measure visits across sites.
      social:
        description: Buttons of networks that report the page they stand on.
      fingerprinting:
        description: Scripts that recognise a device by its traits.
      mining:
        description: Scripts that compute for others.
  BannerMode:
    description: Where consent banners are answered.
    variants:
      nowhere:
        description: All banners are shown.
      private-tabs:
        description: In private tabs.
      all-tabs:
        description: In all tabs.
  CharacterSet:
    description: Sets of characters for passwords.
    variants:
      lower-case:
        description: a to z without l and o.
      upper-case:
        description: A to Z without I and O.
      digits:
        description: 2 to 9.
      symbols:
        description: Symbols that a telephone keyboard shows on its second page.
  WarningStyle:
    description: How a page without encryption is marked.
    variants:
      icon:
        description: An open lock in the address bar.
      banner:
        description: A bar under the toolbar that has to be closed.

"""##),
    ("features/reading.yaml", ##"""
# Reading a page: text without surroundings, other languages, other sizes, aloud.
features:
  reader-view:
    description: >-
      Shows the text of a long page without what surrounds it. The button appears when the page has enough text;
      lower the number and it appears on pages where it disappoints.
    contacts: [reading@example.org]
    documentation:
      - name: When a page counts as text
        url: https://docs.example.org/cirrus/reading/reader-view
    meta-bug: https://bugs.example.org/cirrus/1340
    events: [https://metrics.example.org/cirrus/reader/opened, https://metrics.example.org/cirrus/reader/left]
    variables:
      minimum-words:
        description: Words that a page needs before the button appears.
        type: Int
        default: 300
      theme:
        description: Colours, letters and width before the person changes them.
        type: ReaderTheme
        default: { paper: sepia }
      hosts:
        description: Hosts where the button always appears (true) or never (false), whatever the number of words.
        type: Map<String, Boolean>
        default: { lexicon.example.org: true, mail.example.com: false }
    examples:
      - name: Large letters on black
        value:
          theme:
            paper: black
            font: { size: 24, serif: false }

  reading-list:
    description: Pages that were kept for later, with their text for reading without a connection.
    contacts: [reading@example.org]
    documentation:
      - name: What is kept offline
        url: https://docs.example.org/cirrus/reading/list
    meta-bug: https://bugs.example.org/cirrus/1352
    variables:
      offline-copies:
        description: Whether the text of each page is stored on the device.
        type: Boolean
        default: true
        pref-key: reading-list-offline-copies
      storage-megabytes:
        description: Room for stored pages. The oldest go first when it is full.
        type: Int
        default: 50
      reminders:
        description: Days after which Cirrus reminds of a page that was not read, one reminder each.
        type: List<Int>
        default: [3, 14]

  translations:
    description: >-
      Translates pages on the device. Languages are offered under the name that their speakers use, such as
      français, čeština, українська, 日本語 or 한국어. Open a pair when its model passes the review, and close it
      at once when readers report wrong sentences.
    contacts: [reading@example.org, languages@example.org]
    documentation:
      - name: Models and their review
        url: https://docs.example.org/cirrus/translations/models
    meta-bug: https://bugs.example.org/cirrus/1470
    events:
      - https://metrics.example.org/cirrus/translations/page-translated
      - https://metrics.example.org/cirrus/translations/restored
    configurator: https://configure.example.org/cirrus/translations
    variables:
      enabled:
        description: Whether the translation button is there.
        type: Boolean
        default: true
        pref-key: translations-enabled
      offer-automatically:
        description: >-
          True offers a translation when a page opens, false waits for the button; without a value the first use
          decides.
        type: Option<Boolean>
        default: null
      pairs:
        description: Pairs of languages, from and to, that may be used.
        type: Map<String, Boolean>
        default: { cs-en: true, de-en: true, fr-en: true, ja-en: false, ko-en: false, uk-en: true }
      names:
        description: The names under which languages are listed.
        type: Map<String, String>
        default: { cs: čeština, de: Deutsch, en: English, fr: français, ja: 日本語, ko: 한국어, uk: українська }
      model-megabytes:
        description: The largest model that is fetched without asking, per kind of connection.
        type: Map<ConnectionKind, Int>
        default: { wifi: 80, mobile: 20, metered: 0 }
    defaults:
      - channels: [developer, nightly, beta]
        value:
          pairs: { ja-en: true }
    examples:
      - name: Offer at once
        value: { offer-automatically: true }

  # The one feature with a Double. The type is an extension over Mozilla's tool: leave this feature out, and its
  # enum, to read the manifest with that.
  read-aloud:
    description: >-
      Reads the text of a page aloud, also while the screen is off. Speeds above 3 are hard to follow in every
      language that was tried.
    contacts: [reading@example.org, accessibility@example.org]
    documentation:
      - name: Voices
        url: https://docs.example.org/cirrus/reading/read-aloud
    meta-bug: https://bugs.example.org/cirrus/1488
    variables:
      enabled:
        description: Whether reader view has the button.
        type: Boolean
        default: false
      speed:
        description: Speed of the voice; 1.0 is how the voice was recorded.
        type: Double
        default: 1.0
      highlight:
        description: What is marked on the page while it is read.
        type: ReadAloudMark
        default: sentence
    defaults:
      - channels: [developer, nightly]
        value: { enabled: true }
    examples:
      - name: A little faster
        value: { speed: 1.25, highlight: word }

  zoom:
    description: The size of pages in percent. The level is kept per site and applies to all tabs of that site.
    contacts: [reading@example.org, accessibility@example.org]
    documentation:
      - name: Zoom
        url: https://docs.example.org/cirrus/page/zoom
    meta-bug: https://bugs.example.org/cirrus/1099
    variables:
      levels:
        description: Levels that the two buttons step through.
        type: List<Int>
        default: [50, 75, 90, 100, 110, 125, 150, 200, 300]
      initial-level:
        description: Level of a site that was never changed. Has to be one of the levels.
        type: Int
        default: 100
        pref-key: zoom-initial-level
      level-per-host:
        description: Hosts that start with another level because their pages are known to be too small on phones.
        type: Map<String, Int>
        default: { timetable.example.org: 125 }

enums:
  ReaderPaper:
    description: The background of reader view.
    variants:
      white:
        description: White paper, black letters.
      sepia:
        description: Paper of an old book.
      black:
        description: Black paper for screens that save power on it.
  ReadAloudMark:
    description: What is marked while a page is read aloud.
    variants:
      word:
        description: Each word. Restless at high speed.
      sentence:
        description: The whole sentence.

objects:
  ReaderTheme:
    description: How reader view looks.
    fields:
      paper:
        description: The background.
        type: ReaderPaper
        default: white
      width:
        description: Characters in a line on a wide window.
        type: Int
        default: 66
      font:
        description: The letters.
        type: ReaderFont
        default: {}
  ReaderFont:
    description: The letters of reader view.
    fields:
      size:
        description: Size in points.
        type: Int
        default: 17
      serif:
        description: Whether letters have serifs.
        type: Boolean
        default: true

"""##),
    ("features/search.yaml", ##"""
# The address bar while somebody types, and the engines behind it.
features:
  search:
    description: >-
      The list under the address bar. It mixes what the device knows with what the engine suggests; here is how
      many rows each source gets. Raise a limit only together with a look at the time to the first row.
    contacts: [search@example.org]
    documentation:
      - name: Sources and their order
        url: https://docs.example.org/cirrus/search/sources
    meta-bug: https://bugs.example.org/cirrus/1250
    events: [https://metrics.example.org/cirrus/search/row-chosen, https://metrics.example.org/cirrus/search/abandoned]
    variables:
      row-limits:
        description: Rows per source. A source with 0 rows is not asked.
        type: Map<SearchSource, Int>
        default: { open-tabs: 2, bookmarks: 3, history: 4, engine: 5 }
      source-order:
        description: Sources from top to bottom.
        type: List<SearchSource>
        default: [open-tabs, engine, bookmarks, history]
      wait-ms:
        description: >-
          How long Cirrus waits after a key before it asks the engine. Shorter feels quicker and costs more
          requests.
        type: Int
        default: 120
    defaults:
      - channels: [developer, nightly]
        value:
          row-limits: { engine: 8 }
    examples:
      - name: The device only
        description: For a study of people who switched suggestions off.
        value:
          row-limits: { engine: 0 }

  search-engines:
    description: >-
      The engines that Cirrus knows and the one it starts with. People can add engines of their own, which this
      list does not touch. An engine that is removed here stays with those who chose it.
    contacts: [search@example.org, partners@example.org]
    documentation:
      - name: Adding an engine
        url: https://docs.example.org/cirrus/search/engines
    meta-bug: https://bugs.example.org/cirrus/1263
    events: [https://metrics.example.org/cirrus/search/engine-changed]
    variables:
      engines:
        # The keys of this map are the only engine names that the other variables may use.
        description: The engines by name.
        type: Map<EngineName, SearchEngine>
        string-alias: EngineName
        default:
          kestrel: { title: engine_kestrel, icon: engine_kestrel, address: "https://kestrel.example.com/find?q=" }
          plover: { title: engine_plover, icon: engine_plover, address: "https://plover.example.com/?query=" }
          lexicon:
            title: engine_lexicon
            icon: engine_lexicon
            address: "https://lexicon.example.org/wiki/"
            suggests: false
      initial-engine:
        description: The engine of a new installation.
        type: EngineName
        default: kestrel
      engine-order:
        description: Order in the settings and in the row of shortcuts above the keyboard.
        type: List<EngineName>
        default: [kestrel, plover, lexicon]
      engine-by-region:
        description: Regions, by their two letters, that start with another engine because a contract says so.
        type: Map<String, EngineName>
        default: { CH: plover, AT: plover }
      suggestions-per-engine:
        description: >-
          Suggestions that each engine may send. Engines that are not named here send as many as there are rows.
        type: Map<EngineName, Int>
        default: { plover: 4 }
    examples:
      - name: A fourth engine
        description: It is offered in the settings below the others, since the order does not name it.
        value:
          engines:
            heron: { title: engine_heron, icon: engine_heron, address: "https://heron.example.com/s?q=" }
      - name: Lexicon first
        value: { initial-engine: lexicon, engine-order: [lexicon, kestrel, plover] }

  search-suggestions:
    description: >-
      Suggestions that the search engine sends while somebody types. Private tabs never send what is typed unless
      the person allows it.
    contacts: [search@example.org]
    documentation:
      - name: What is sent while typing
        url: https://docs.example.org/cirrus/search/privacy
    meta-bug: https://bugs.example.org/cirrus/1271
    variables:
      enabled:
        description: Whether the engine is asked at all.
        type: Boolean
        default: true
        pref-key: search-suggestions-enabled
      in-private-tabs:
        description: >-
          Whether private tabs offer to switch suggestions on. The answer is remembered until Cirrus is closed.
        type: Boolean
        default: false
      trending:
        description: Whether an empty address bar shows what others search for today.
        type: Boolean
        default: false
      blocked-words:
        description: Suggestions with one of these words are left out. Compared without case, whole words only.
        type: List<String>
        default: []
    defaults:
      - channels: [developer, nightly]
        value: { trending: true }

  voice-search:
    description: >-
      The microphone in the address bar. It uses the recogniser of the system and is hidden where there is none.
    contacts: [search@example.org]
    documentation:
      - name: Voice search
        url: https://docs.example.org/cirrus/search/voice
    meta-bug: https://bugs.example.org/cirrus/1288
    variables:
      enabled:
        description: Whether the microphone is shown.
        type: Boolean
        default: true
      on-device-only:
        description: >-
          True refuses recognisers that send audio away, false takes any; without a value the system setting
          decides.
        type: Option<Boolean>
        default: null

enums:
  SearchSource:
    description: Where a row under the address bar comes from.
    variants:
      open-tabs:
        description: Tabs on this device.
      bookmarks:
        description: Bookmarks and the reading list.
      history:
        description: Pages visited before.
      engine:
        description: The search engine's suggestions.

objects:
  SearchEngine:
    description: A search engine.
    fields:
      title:
        description: Its name.
        type: Text
        default: engine_untitled
      icon:
        description: Its picture in the address bar.
        type: Image
        default: engine_generic
      address:
        description: Address of the results; the search words are appended, percent-encoded.
        type: String
        default: https://search.example.org/?q=
      suggests:
        description: Whether it can send suggestions.
        type: Boolean
        default: true

"""##),
    ("features/settings.yaml", ##"""
# The settings and small helpers around the app.
features:
  app-icon:
    description: >-
      Lets people choose another icon for the launcher. Seasonal icons go into the list a week before and out of
      it never, since somebody may still have chosen one.
    contacts: [design@example.org]
    documentation:
      - name: Drawing an icon
        url: https://docs.example.org/cirrus/settings/icon
    meta-bug: https://bugs.example.org/cirrus/1410
    variables:
      enabled:
        description: Whether the settings offer icons.
        type: Boolean
        default: true
      icons:
        description: Icons in the order of the settings. The first one is that of a new installation.
        type: List<Image>
        default: [icon_cirrus, icon_cirrus_dark, icon_cirrus_mono]

  downloads:
    description: >-
      Files that people fetch. The limits protect from a full device; a page that offers more than one file at a
      time is asked about.
    contacts: [library@example.org]
    documentation:
      - name: Downloads
        url: https://docs.example.org/cirrus/library/downloads
    meta-bug: https://bugs.example.org/cirrus/1240
    events: [https://metrics.example.org/cirrus/downloads/finished]
    variables:
      parallel:
        description: Files that are fetched at the same time.
        type: Int
        default: 3
      keep-free-megabytes:
        description: A download that would leave less room than this asks first.
        type: Int
        default: 500
      folder-per-kind:
        description: >-
          Folder for each kind of file, below the downloads folder of the system. An empty name means that folder
          itself.
        type: Map<FileKind, String>
        default: { document: "", picture: Pictures, sound: Music, archive: "" }

  home-widget:
    description: >-
      Widgets for the screen of the phone. The system refreshes them rarely, so nothing that ages within the hour
      belongs on one.
    contacts: [home@example.org]
    documentation:
      - name: Widgets
        url: https://docs.example.org/cirrus/settings/widgets
    meta-bug: https://bugs.example.org/cirrus/1433
    variables:
      kinds:
        description: Widgets and how each one looks.
        type: Map<WidgetKind, WidgetLook>
        default:
          search: { title: widget_search_title }
          top-sites: { title: widget_top_sites_title, rows: 2 }
          private-search: { title: widget_private_title, transparent: true }
    examples:
      - name: Slim top sites
        value:
          kinds:
            top-sites: { rows: 1, transparent: true }

  report-site-issue:
    description: >-
      A form for pages that do not work in Cirrus. Reports go to the people who talk to site owners; in the store
      the form is off because the team can read some 200 reports a week and no more.
    contacts: [webcompat@example.org]
    documentation:
      - name: What a report contains
        url: https://docs.example.org/cirrus/webcompat/reports
    meta-bug: https://bugs.example.org/cirrus/1180
    events: [https://metrics.example.org/cirrus/webcompat/report-sent]
    variables:
      enabled:
        description: Whether the form can be opened.
        type: Boolean
        default: false
      address:
        description: Where reports are sent.
        type: String
        default: https://webcompat.example.org/reports
      label:
        description: A word that is added to each report, to find those of a study. Without one nothing is added.
        type: Option<String>
        default: null
      picture-allowed:
        description: Whether a picture of the page may be attached.
        type: Boolean
        default: false
    defaults:
      - channels: [developer, nightly, beta]
        value: { enabled: true }

enums:
  FileKind:
    description: Kinds of files, by their media type.
    variants:
      document:
        description: Texts, tables and anything that is not recognised.
      picture:
        description: Images and videos.
      sound:
        description: Music and speech.
      archive:
        description: Archives and installers.
  WidgetKind:
    description: The widgets that Cirrus has.
    variants:
      search:
        description: A field that opens the address bar.
      top-sites:
        description: Tiles as on the home screen, without sponsored ones.
      private-search:
        description: A field that opens a private tab.

objects:
  WidgetLook:
    description: How a widget looks.
    fields:
      title:
        description: Its name in the gallery of the system.
        type: Text
        default: widget_untitled
      rows:
        description: Rows of content, where the widget has any.
        type: Int
        default: 1
      transparent:
        description: Whether the picture behind it shows through.
        type: Boolean
        default: false

"""##),
    ("features/sync.yaml", ##"""
# The account, other devices and other people.
features:
  sync:
    description: >-
      Keeps bookmarks, tabs and passwords alike on all devices of a person. The numbers here protect the server:
      agree with its team before lowering an interval.
    contacts: [accounts@example.org]
    documentation:
      - name: When Cirrus syncs
        url: https://docs.example.org/cirrus/sync/schedule
      - name: What the server sees
        url: https://docs.example.org/cirrus/sync/encryption
    meta-bug: https://bugs.example.org/cirrus/1210
    events: [https://metrics.example.org/cirrus/sync/finished, https://metrics.example.org/cirrus/sync/failed]
    variables:
      server:
        description: The server that is asked first; it may send the account elsewhere.
        type: String
        default: https://sync.example.com/1.5
      minutes-between:
        description: Minutes between two rounds while Cirrus is open, for each kind of data.
        type: Map<SyncData, Int>
        default: { bookmarks: 60, history: 60, passwords: 30, tabs: 10 }
      batch-limit:
        description: Records per request. The store builds stay below what the oldest server takes.
        type: Int
        default: 100
    defaults:
      - channels: [nightly, beta]
        value: { batch-limit: 250 }
      - channel: developer
        value: { server: https://sync-staging.example.com/1.5 }
    examples:
      - name: Tabs in step
        value:
          minutes-between: { tabs: 2 }

  send-tab:
    description: Sends the page in view to another device of the same account, from the share sheet and the menu.
    contacts: [accounts@example.org]
    documentation:
      - name: Sending a tab
        url: https://docs.example.org/cirrus/sync/send-tab
    meta-bug: https://bugs.example.org/cirrus/1222
    events: [https://metrics.example.org/cirrus/send-tab/sent, https://metrics.example.org/cirrus/send-tab/received]
    variables:
      in-share-sheet:
        description: Whether devices are listed in the share sheet of the system.
        type: Boolean
        default: true
      close-after-sending:
        description: >-
          Whether the tab closes here once the other device has it. Try it where people use Cirrus on two devices
          a day.
        type: Boolean
        default: false

  sent-from-cirrus:
    description: >-
      Adds a line with a link to Cirrus when a page is shared to a messenger. Shown once as a choice before it is
      added for the first time. Keep it off for anything but messengers.
    contacts: [growth@example.org]
    documentation:
      - name: The line and who sees it
        url: https://docs.example.org/cirrus/share/sent-from
    meta-bug: https://bugs.example.org/cirrus/1640
    events: [https://metrics.example.org/cirrus/share/with-line]
    variables:
      enabled:
        description: Whether the line is offered.
        type: Boolean
        default: false
        pref-key: sent-from-cirrus-enabled
      line:
        description: The line. The link follows it.
        type: Text
        default: share_sent_from_cirrus
      link:
        description: Where the link leads. Without one the line stands alone.
        type: Option<String>
        default: https://cirrus.example.org/get
      apps:
        description: Messengers, by the name the system gives them, that get the line.
        type: List<String>
        default: [org.example.chat, com.example.messages]
    defaults:
      - channels: [developer, nightly]
        value: { enabled: true }
    examples:
      - name: Without the link
        value: { enabled: true, link: null }

  bookmarks-import:
    description: >-
      Reads a bookmarks file that another browser wrote. Offered in the settings, and after the first start to
      people who downloaded such a file before.
    contacts: [library@example.org]
    documentation:
      - name: Files that can be read
        url: https://docs.example.org/cirrus/library/import
    meta-bug: https://bugs.example.org/cirrus/1231
    variables:
      enabled:
        description: Whether import is offered.
        type: Boolean
        default: true
      maximum-records:
        description: Bookmarks taken from one file. More are refused with a message that names this number.
        type: Int
        default: 2000
      formats:
        description: Endings of the files that can be chosen.
        type: List<String>
        default: [html, json]

enums:
  SyncData:
    description: Kinds of data that are kept alike.
    variants:
      bookmarks:
        description: Bookmarks and their folders.
      history:
        description: Pages visited in the last 60 days.
      passwords:
        description: Passwords, encrypted with a key that stays on the devices.
      tabs:
        description: Open tabs, private ones excepted.

"""##),
    ("features/toolbar-tabs.yaml", ##"""
# What surrounds the page: the toolbar, its menu and the tabs.
features:
  toolbar:
    description: >-
      The bar with the address and the buttons. Its place is the person's choice; here is only what they get
      before they choose, and what the gestures on the bar do.
    contacts: [toolbar@example.org]
    documentation:
      - name: Toolbar anatomy
        url: https://docs.example.org/cirrus/toolbar/anatomy
    meta-bug: https://bugs.example.org/cirrus/1009
    events: [https://metrics.example.org/cirrus/toolbar/button-pressed]
    variables:
      place:
        description: Where the bar stands on phones until the settings say otherwise. Tablets always have it at the top.
        type: ToolbarPlace
        default: bottom
      hides-on-scroll:
        description: Whether the bar makes room while the page moves down.
        type: Boolean
        default: true
        pref-key: toolbar-hides-on-scroll
      gestures:
        description: What each gesture on the bar does.
        type: Map<ToolbarGesture, GestureAction>
        default:
          swipe-sideways: { action: next-tab }
          swipe-up: { action: open-tabs-tray, vibrates: true }
          hold: { action: copy-address, vibrates: true }
      buttons:
        description: Buttons from left to right. The address takes the room that is left over.
        type: List<ToolbarButton>
        default:
          # Objects in a list are not completed from their definition, so each is written out.
          - { icon: ic_back, action: back, tablets-only: false }
          - { icon: ic_forward, action: forward, tablets-only: true }
          - { icon: ic_share, action: share, tablets-only: true }
          - { icon: ic_tabs, action: open-tabs-tray, tablets-only: false }
    examples:
      - name: Top, always visible
        value: { place: top, hides-on-scroll: false }
      - name: The menu at the thumb
        description: Holding the address opens the menu; the address is copied from there.
        value:
          gestures:
            hold: { action: open-app-menu }

  app-menu:
    description: >-
      The menu behind the three dots. Entries are kept by identifier, so that an experiment can move or hide one
      entry without repeating the others. Entries with the same order are sorted by identifier.
    contacts: [toolbar@example.org]
    documentation:
      - name: Entries and their identifiers
        url: https://docs.example.org/cirrus/menu/entries
    meta-bug: https://bugs.example.org/cirrus/1022
    events: [https://metrics.example.org/cirrus/menu/opened, https://metrics.example.org/cirrus/menu/entry-chosen]
    variables:
      items:
        description: The entries of the menu. The identifier is what the telemetry reports.
        type: Map<String, MenuItem>
        default:
          new-tab: { icon: ic_plus, title: menu_new_tab, order: 10 }
          bookmarks: { icon: ic_bookmark, title: menu_bookmarks, order: 20 }
          downloads: { icon: ic_download, title: menu_downloads, order: 30 }
          find-in-page: { icon: ic_search, title: menu_find_in_page, order: 40 }
          report-site-issue: { icon: ic_flag, title: menu_report_site_issue, order: 80, enabled: false }
          settings: { icon: ic_gear, title: menu_settings, order: 90 }
      groups-shown:
        description: Whether a line separates each group of entries from the next.
        type: Map<MenuGroup, Boolean>
        default: { page: true, library: true, app: false }
      compact:
        description: Rows with less height, so that all entries fit on a small phone without scrolling.
        type: Boolean
        default: false
    defaults:
      # The people on these channels are the ones who write useful reports.
      - channels: [developer, nightly, beta]
        value:
          items:
            report-site-issue: { enabled: true }
      # An entry that exists in one channel only, hence with all its fields.
      - channel: developer
        value:
          items:
            inspect-features: { icon: ic_flask, title: menu_inspect_features, enabled: true, order: 95 }
    examples:
      - name: Downloads before bookmarks
        value:
          items:
            downloads: { order: 15 }

  pull-to-refresh:
    description: >-
      Pulling the page down at its top loads it again. Switch it off when a system release makes the gesture
      collide with scrolling.
    contacts: [toolbar@example.org]
    documentation:
      - name: Gestures on the page
        url: https://docs.example.org/cirrus/page/gestures
    meta-bug: https://bugs.example.org/cirrus/1077
    variables:
      enabled:
        description: Whether the gesture does anything.
        type: Boolean
        default: true
        pref-key: pull-to-refresh-enabled
      distance:
        description: How far the finger has to travel, in points.
        type: Int
        default: 90

  tabs-tray:
    description: The overview of all open tabs. Change the layout here; grouping and tidying are features of their own.
    contacts: [tabs@example.org]
    documentation:
      - name: Tabs tray layouts
        url: https://docs.example.org/cirrus/tabs/tray
    meta-bug: https://bugs.example.org/cirrus/1130
    events: [https://metrics.example.org/cirrus/tabs/tray-opened, https://metrics.example.org/cirrus/tabs/tab-closed]
    variables:
      layout:
        description: How tabs are drawn until the person picks a layout in the tray.
        type: TrayLayout
        default: grid
      grid-columns:
        description: Pictures side by side on a phone held upright. Three need the smaller pictures of 2026.
        type: Int
        default: 2
      swipe-to-close:
        description: Whether a tab can be thrown out sideways.
        type: Boolean
        default: true
      undo-seconds:
        description: How long a closed tab can be brought back from the bar at the bottom.
        type: Int
        default: 5
    defaults:
      - channels: [developer, nightly]
        value: { grid-columns: 3 }
    examples:
      - name: A list with time to think
        value: { layout: list, undo-seconds: 15 }

  tab-groups:
    description: >-
      Tabs that were opened from one search or one page are offered as a group. The suggestion is made on the
      device. It is off in the store until groups survive a restore from a backup.
    contacts: [tabs@example.org]
    documentation:
      - name: How groups are found
        url: https://docs.example.org/cirrus/tabs/groups
    meta-bug: https://bugs.example.org/cirrus/1520
    events: [https://metrics.example.org/cirrus/tabs/group-accepted]
    variables:
      enabled:
        description: Whether groups are offered and shown.
        type: Boolean
        default: false
        pref-key: tab-groups-enabled
      smallest-group:
        description: Tabs that have to belong together before a group is offered.
        type: Int
        default: 3
      colours:
        description: Colours that a new group takes in turn.
        type: List<GroupColour>
        default: [blue, green, amber, violet]
    defaults:
      - channels: [developer, nightly, beta]
        value: { enabled: true }

  inactive-tabs:
    description: >-
      Tabs that nobody looked at for a while move to a folded list below the others. Nothing is closed unless the
      person allows it.
    contacts: [tabs@example.org]
    documentation:
      - name: Inactive tabs
        url: https://docs.example.org/cirrus/tabs/inactive
    meta-bug: https://bugs.example.org/cirrus/1144
    variables:
      days:
        description: Days without a look before a tab counts as inactive.
        type: Int
        default: 14
      close-after-days:
        description: >-
          Days after which inactive tabs are closed if the person agreed to it. Without a number nobody is asked.
        type: Option<Int>
        default: null
    examples:
      - name: Tidy after two months
        value: { close-after-days: 60 }

enums:
  ToolbarPlace:
    description: The edge at which the toolbar stands.
    variants:
      top:
        description: Above the page.
      bottom:
        description: Below the page, within reach of the thumb.
  ToolbarGesture:
    description: Gestures that the toolbar takes.
    variants:
      swipe-sideways:
        description: A swipe to the left or right.
      swipe-up:
        description: A swipe away from the edge at the bottom.
      hold:
        description: A finger that rests on the address for half a second.
  ToolbarAction:
    description: What a button or gesture on the toolbar can do.
    variants:
      back:
        description: Go to the page before.
      forward:
        description: Go to the page after.
      next-tab:
        description: Go to the tab beside this one, in the direction of the swipe.
      open-tabs-tray:
        description: Show all tabs.
      open-app-menu:
        description: Open the menu.
      copy-address:
        description: Copy the address of the page.
      share:
        description: Open the share sheet of the system.
  MenuGroup:
    description: Groups of entries in the menu.
    variants:
      page:
        description: Entries that concern the page in view.
      library:
        description: Bookmarks, downloads and the like.
      app:
        description: Settings and help.
  TrayLayout:
    description: How the tabs tray draws a tab.
    variants:
      grid:
        description: Pictures of the pages.
      list:
        description: One line with icon and title.
  GroupColour:
    description: Colours of tab groups. Each has a light and a dark shade that pass the contrast check.
    variants:
      blue:
        description: The colour of links.
      green:
        description: Also used for finished downloads.
      amber:
        description: A warm yellow.
      violet:
        description: Also marks private tabs, so it comes last.

objects:
  GestureAction:
    description: The answer to a gesture.
    fields:
      action:
        description: What is done.
        type: ToolbarAction
        default: open-tabs-tray
      vibrates:
        description: Whether the phone confirms it with a short vibration.
        type: Boolean
        default: false
  ToolbarButton:
    description: A button on the toolbar.
    fields:
      icon:
        description: Its picture.
        type: Image
        default: ic_share
      action:
        description: What pressing it does.
        type: ToolbarAction
        default: share
      tablets-only:
        description: Whether phones leave it out.
        type: Boolean
        default: false
  MenuItem:
    description: One entry of the menu.
    fields:
      icon:
        description: The picture before the title.
        type: Image
        default: ic_dot
      title:
        description: The title, three words at most.
        type: Text
        default: menu_untitled
      enabled:
        description: Whether the entry is there. An entry that does not apply to a page is grey, not absent.
        type: Boolean
        default: true
      order:
        description: Its place; smaller is higher. Leave gaps of ten.
        type: Int
        default: 50

"""##),
    ("flags/cirrus-catalogue.yaml", ##"""
# The flags of Cirrus as its code asks for them. Every other Boolean and enum of the manifest is a flag too, under a
# name made from its feature and variable; this file only says what cannot be guessed.
debug-channels: [developer, nightly, beta]
development-channels: [developer, nightly]

flags:
  # A Boolean variable with a switch in the settings: people may leave the trial that they are in.
  - id: sentFromCirrus
    description: Adds a line with a link to pages that are shared to a chat.
    feature: sent-from-cirrus
    path: enabled
    preference-key: SentFromCirrusUserPrefsKey

  # The preference has a default of its own: nobody gets suggestions in private tabs without asking for them.
  - id: privateSuggestions
    description: Asks the search engine for suggestions in private tabs too.
    feature: search-suggestions
    path: in-private-tabs
    preference-key: PrivateSuggestionsUserPrefsKey
    preference-default: false

  # A field of an object, and an entry of a map.
  - id: tileLabels
    description: Writes the name of a site below its tile.
    feature: homescreen
    path: sponsored-tiles.label.visible
  - id: stories
    description: Shows stories on the home screen.
    feature: homescreen
    path: sections-enabled.pocket
    preference-key: StoriesUserPrefsKey

  # An entry that no default has: off, and no mistake.
  - id: translateFinnish
    description: Offers to translate Finnish.
    feature: translations
    path: pairs.fi-en

  # An enum, once with its options and once as on or off.
  - id: startAtHome
    kind: options
    description: When the home screen takes the place of the page that was open.
    feature: start-at-home
    path: setting
    off: disabled
    preference-key: StartAtHomeUserPrefsKey
  - id: bannerBlocker
    description: Answers cookie banners.
    feature: cookie-banners
    path: mode
    off: nowhere
    preference-key: BannerBlockerUserPrefsKey
  - id: toolbarPlace
    kind: options
    description: Where the toolbar is.
    feature: toolbar
    path: place
    preference-key: ToolbarPlaceUsersPrefsKey

  # Two variables at once.
  - id: siteReportPicture
    description: Offers to add a picture to a report about a site.
    feature: report-site-issue
    all:
      - path: enabled
      - path: picture-allowed

  # No debug override: this must never be switched off on a desk by accident.
  - id: passwordGenerator
    description: Proposes strong passwords in forms.
    feature: password-generator
    path: enabled
    debug-key: null

  # Decided by the channel alone.
  - id: useMockAccounts
    description: Signs in to accounts that live on the device.
    channels: [developer]
  - id: sendUsageData
    description: Sends what is measured to the real server.
    channels: [beta, release]
  - id: retiredSplash
    description: The splash screen of 2023; on for nobody.
    channels: []

  # A flag of the JSON configuration, to which this file gives a switch in the settings.
  - id: Dark reader
    kind: flag
    preference-key: DarkReaderUserPrefsKey

"""##),
    ("flags/cirrus-flags.json", ##"""
{
  "features": [
    {
      "name": "Dark reader",
      "description": "Shows articles in the reader on a dark page.",
      "section": "Reading",
      "enabled": true
    },
    {
      "name": "Page summary",
      "description": "Sums an article up in three sentences. Nobody has it yet.",
      "section": "Reading",
      "enabled": false
    },
    {
      "name": "Sync rewrite",
      "description": "The new engine that keeps devices alike. Not for people yet.",
      "section": "Sync",
      "enabled": true,
      "development": true
    },
    {
      "name": "Premium themes",
      "description": "Four themes that can be bought.",
      "section": "Looks",
      "enabled": true,
      "unlocked": false
    },
    {
      "name": "Supporter badge",
      "description": "A badge in the account menu. Open for everybody until June.",
      "section": "Looks",
      "enabled": true,
      "unlocked": true
    },
    {
      "name": "Fast tabs",
      "description": "Keeps the last ten tabs ready. On for one in four.",
      "section": "Tabs",
      "test-variations": ["Enabled", "Disabled"],
      "test-biases": [25, 75],
      "labels": ["fast-tabs", "fast-tabs-control"]
    },
    {
      "name": "Checkout colour",
      "description": "The colour of the button that buys a theme.",
      "section": "Looks",
      "test-variations": ["Red", "Green"],
      "labels": ["buy-red", "buy-green"]
    },
    {
      "name": "Onboarding steps",
      "description": "How many cards the first start shows.",
      "section": "Onboarding",
      "test-variations": ["Two", "Three", "Five"],
      "test-biases": [50, 30, 20]
    },
    {
      "name": "Search engine order",
      "description": "Ended: the list is sorted by name for everybody.",
      "section": "Search",
      "enabled": false,
      "test-variations": ["By name", "By use"]
    },
    {
      "name": "Gesture hints",
      "description": "Draws hints for gestures. Under test and under development.",
      "section": "Onboarding",
      "development": true,
      "test-variations": ["Enabled", "Disabled"]
    }
  ]
}

"""##),
  ]
}

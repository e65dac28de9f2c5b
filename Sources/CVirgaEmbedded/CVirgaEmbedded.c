// The files that the program carries, read by the C compiler: Swift takes half a minute for the same bytes.

#include "CVirgaEmbedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char TheConsole[] = {
#embed "../virga/virga.docc/TheConsole.md"
};
static const unsigned char Keys[] = {
#embed "../virga/virga.docc/Keys.md"
};
static const unsigned char Configuration[] = {
#embed "../virga/virga.docc/Configuration.md"
};
static const unsigned char Scripts[] = {
#embed "../virga/virga.docc/Scripts.md"
};
static const unsigned char Commands[] = {
#embed "../virga/virga.docc/Commands.md"
};
static const unsigned char ProblemCodes[] = {
#embed "../virga/virga.docc/ProblemCodes.md"
};
static const unsigned char Sessions[] = {
#embed "../virga/virga.docc/Sessions.md"
};
static const unsigned char FlagsAndTests[] = {
#embed "../virga/virga.docc/FlagsAndTests.md"
};
static const unsigned char OnADevice[] = {
#embed "../virga/virga.docc/OnADevice.md"
};
static const unsigned char ReviewingAChange[] = {
#embed "../virga/virga.docc/ReviewingAChange.md"
};
static const unsigned char ComingFromNimbusCLI[] = {
#embed "../virga/virga.docc/ComingFromNimbusCLI.md"
};

static const unsigned char cirrus_fml_yaml[] = {
#embed "../../manifests/cirrus.fml.yaml"
};
static const unsigned char components_messaging_fml_yaml[] = {
#embed "../../manifests/components/messaging.fml.yaml"
};
static const unsigned char demo_context_yaml[] = {
#embed "../../manifests/demo/context.yaml"
};
static const unsigned char demo_recipes_yaml[] = {
#embed "../../manifests/demo/recipes.yaml"
};
static const unsigned char examples_homescreen_stories_first_yaml[] = {
#embed "../../manifests/examples/homescreen-stories-first.yaml"
};
static const unsigned char features_diagnostics_yaml[] = {
#embed "../../manifests/features/diagnostics.yaml"
};
static const unsigned char features_home_yaml[] = {
#embed "../../manifests/features/home.yaml"
};
static const unsigned char features_onboarding_yaml[] = {
#embed "../../manifests/features/onboarding.yaml"
};
static const unsigned char features_privacy_yaml[] = {
#embed "../../manifests/features/privacy.yaml"
};
static const unsigned char features_reading_yaml[] = {
#embed "../../manifests/features/reading.yaml"
};
static const unsigned char features_search_yaml[] = {
#embed "../../manifests/features/search.yaml"
};
static const unsigned char features_settings_yaml[] = {
#embed "../../manifests/features/settings.yaml"
};
static const unsigned char features_sync_yaml[] = {
#embed "../../manifests/features/sync.yaml"
};
static const unsigned char features_toolbar_tabs_yaml[] = {
#embed "../../manifests/features/toolbar-tabs.yaml"
};
static const unsigned char flags_cirrus_catalogue_yaml[] = {
#embed "../../manifests/flags/cirrus-catalogue.yaml"
};
static const unsigned char flags_cirrus_flags_json[] = {
#embed "../../manifests/flags/cirrus-flags.json"
};

#define EMBEDDED(name, bytes) {name, bytes, sizeof(bytes)}

static const virga_embedded_file articles[] = {
    EMBEDDED("TheConsole", TheConsole),
    EMBEDDED("Keys", Keys),
    EMBEDDED("Configuration", Configuration),
    EMBEDDED("Scripts", Scripts),
    EMBEDDED("Commands", Commands),
    EMBEDDED("ProblemCodes", ProblemCodes),
    EMBEDDED("Sessions", Sessions),
    EMBEDDED("FlagsAndTests", FlagsAndTests),
    EMBEDDED("OnADevice", OnADevice),
    EMBEDDED("ReviewingAChange", ReviewingAChange),
    EMBEDDED("ComingFromNimbusCLI", ComingFromNimbusCLI),
};

static const virga_embedded_file demo_files[] = {
    EMBEDDED("cirrus.fml.yaml", cirrus_fml_yaml),
    EMBEDDED("components/messaging.fml.yaml", components_messaging_fml_yaml),
    EMBEDDED("demo/context.yaml", demo_context_yaml),
    EMBEDDED("demo/recipes.yaml", demo_recipes_yaml),
    EMBEDDED("examples/homescreen-stories-first.yaml", examples_homescreen_stories_first_yaml),
    EMBEDDED("features/diagnostics.yaml", features_diagnostics_yaml),
    EMBEDDED("features/home.yaml", features_home_yaml),
    EMBEDDED("features/onboarding.yaml", features_onboarding_yaml),
    EMBEDDED("features/privacy.yaml", features_privacy_yaml),
    EMBEDDED("features/reading.yaml", features_reading_yaml),
    EMBEDDED("features/search.yaml", features_search_yaml),
    EMBEDDED("features/settings.yaml", features_settings_yaml),
    EMBEDDED("features/sync.yaml", features_sync_yaml),
    EMBEDDED("features/toolbar-tabs.yaml", features_toolbar_tabs_yaml),
    EMBEDDED("flags/cirrus-catalogue.yaml", flags_cirrus_catalogue_yaml),
    EMBEDDED("flags/cirrus-flags.json", flags_cirrus_flags_json),
};

const virga_embedded_file *virga_embedded_articles(int *count) {
  *count = sizeof(articles) / sizeof(articles[0]);
  return articles;
}

const virga_embedded_file *virga_embedded_demo_files(int *count) {
  *count = sizeof(demo_files) / sizeof(demo_files[0]);
  return demo_files;
}

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
static const unsigned char Editors[] = {
#embed "../virga/virga.docc/Editors.md"
};
static const unsigned char ReviewingAChange[] = {
#embed "../virga/virga.docc/ReviewingAChange.md"
};
static const unsigned char ComingFromNimbusCLI[] = {
#embed "../virga/virga.docc/ComingFromNimbusCLI.md"
};
static const unsigned char Glossary[] = {
#embed "../virga/virga.docc/Glossary.md"
};
static const unsigned char VirgaExperiments_CheckingRecipes[] = {
#embed "../VirgaExperiments/VirgaExperiments.docc/CheckingRecipes.md"
};
static const unsigned char VirgaExperiments_Layering[] = {
#embed "../VirgaExperiments/VirgaExperiments.docc/Layering.md"
};
static const unsigned char VirgaFlags_ConfigurationFiles[] = {
#embed "../VirgaFlags/VirgaFlags.docc/ConfigurationFiles.md"
};
static const unsigned char VirgaFlags_DevelopmentFlags[] = {
#embed "../VirgaFlags/VirgaFlags.docc/DevelopmentFlags.md"
};
static const unsigned char VirgaFlags_Keys[] = {
#embed "../VirgaFlags/VirgaFlags.docc/Keys.md"
};
static const unsigned char VirgaFlags_Kinds[] = {
#embed "../VirgaFlags/VirgaFlags.docc/Kinds.md"
};
static const unsigned char VirgaFlags_Readings[] = {
#embed "../VirgaFlags/VirgaFlags.docc/Readings.md"
};
static const unsigned char VirgaFlags_Sources[] = {
#embed "../VirgaFlags/VirgaFlags.docc/Sources.md"
};
static const unsigned char VirgaFlags_TestOverrides[] = {
#embed "../VirgaFlags/VirgaFlags.docc/TestOverrides.md"
};
static const unsigned char VirgaFlags_ThreeChecks[] = {
#embed "../VirgaFlags/VirgaFlags.docc/ThreeChecks.md"
};
static const unsigned char VirgaFlags_Weights[] = {
#embed "../VirgaFlags/VirgaFlags.docc/Weights.md"
};
static const unsigned char VirgaManifest_RepositoryLocations[] = {
#embed "../VirgaManifest/VirgaManifest.docc/RepositoryLocations.md"
};
static const unsigned char VirgaSDK_BesideTheConsole[] = {
#embed "../VirgaSDK/VirgaSDK.docc/BesideTheConsole.md"
};
static const unsigned char VirgaSDK_FetchingRecipes[] = {
#embed "../VirgaSDK/VirgaSDK.docc/FetchingRecipes.md"
};
static const unsigned char VirgaSDK_FollowingChanges[] = {
#embed "../VirgaSDK/VirgaSDK.docc/FollowingChanges.md"
};
static const unsigned char VirgaSDK_FromNimbus[] = {
#embed "../VirgaSDK/VirgaSDK.docc/FromNimbus.md"
};
static const unsigned char VirgaSDK_GettingStarted[] = {
#embed "../VirgaSDK/VirgaSDK.docc/GettingStarted.md"
};
static const unsigned char VirgaSDK_Testing[] = {
#embed "../VirgaSDK/VirgaSDK.docc/Testing.md"
};
static const unsigned char VirgaWorkbench_CheckingRecipes[] = {
#embed "../VirgaWorkbench/VirgaWorkbench.docc/CheckingRecipes.md"
};
static const unsigned char VirgaWorkbench_DeepLinks[] = {
#embed "../VirgaWorkbench/VirgaWorkbench.docc/DeepLinks.md"
};
static const unsigned char VirgaWorkbench_ForcedRecipes[] = {
#embed "../VirgaWorkbench/VirgaWorkbench.docc/ForcedRecipes.md"
};
static const unsigned char VirgaWorkbench_JoiningCatalogues[] = {
#embed "../VirgaWorkbench/VirgaWorkbench.docc/JoiningCatalogues.md"
};
static const unsigned char VirgaWorkbench_KnownApps[] = {
#embed "../VirgaWorkbench/VirgaWorkbench.docc/KnownApps.md"
};
static const unsigned char VirgaWorkbench_LaunchCommands[] = {
#embed "../VirgaWorkbench/VirgaWorkbench.docc/LaunchCommands.md"
};
static const unsigned char VirgaWorkbench_SettingsOnDevices[] = {
#embed "../VirgaWorkbench/VirgaWorkbench.docc/SettingsOnDevices.md"
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
    EMBEDDED("virga/TheConsole", TheConsole),
    EMBEDDED("virga/Keys", Keys),
    EMBEDDED("virga/Configuration", Configuration),
    EMBEDDED("virga/Scripts", Scripts),
    EMBEDDED("virga/Commands", Commands),
    EMBEDDED("virga/ProblemCodes", ProblemCodes),
    EMBEDDED("virga/Sessions", Sessions),
    EMBEDDED("virga/FlagsAndTests", FlagsAndTests),
    EMBEDDED("virga/OnADevice", OnADevice),
    EMBEDDED("virga/Editors", Editors),
    EMBEDDED("virga/ReviewingAChange", ReviewingAChange),
    EMBEDDED("virga/ComingFromNimbusCLI", ComingFromNimbusCLI),
    EMBEDDED("virga/Glossary", Glossary),
    EMBEDDED("VirgaExperiments/CheckingRecipes", VirgaExperiments_CheckingRecipes),
    EMBEDDED("VirgaExperiments/Layering", VirgaExperiments_Layering),
    EMBEDDED("VirgaFlags/ConfigurationFiles", VirgaFlags_ConfigurationFiles),
    EMBEDDED("VirgaFlags/DevelopmentFlags", VirgaFlags_DevelopmentFlags),
    EMBEDDED("VirgaFlags/Keys", VirgaFlags_Keys),
    EMBEDDED("VirgaFlags/Kinds", VirgaFlags_Kinds),
    EMBEDDED("VirgaFlags/Readings", VirgaFlags_Readings),
    EMBEDDED("VirgaFlags/Sources", VirgaFlags_Sources),
    EMBEDDED("VirgaFlags/TestOverrides", VirgaFlags_TestOverrides),
    EMBEDDED("VirgaFlags/ThreeChecks", VirgaFlags_ThreeChecks),
    EMBEDDED("VirgaFlags/Weights", VirgaFlags_Weights),
    EMBEDDED("VirgaManifest/RepositoryLocations", VirgaManifest_RepositoryLocations),
    EMBEDDED("VirgaSDK/BesideTheConsole", VirgaSDK_BesideTheConsole),
    EMBEDDED("VirgaSDK/FetchingRecipes", VirgaSDK_FetchingRecipes),
    EMBEDDED("VirgaSDK/FollowingChanges", VirgaSDK_FollowingChanges),
    EMBEDDED("VirgaSDK/FromNimbus", VirgaSDK_FromNimbus),
    EMBEDDED("VirgaSDK/GettingStarted", VirgaSDK_GettingStarted),
    EMBEDDED("VirgaSDK/Testing", VirgaSDK_Testing),
    EMBEDDED("VirgaWorkbench/CheckingRecipes", VirgaWorkbench_CheckingRecipes),
    EMBEDDED("VirgaWorkbench/DeepLinks", VirgaWorkbench_DeepLinks),
    EMBEDDED("VirgaWorkbench/ForcedRecipes", VirgaWorkbench_ForcedRecipes),
    EMBEDDED("VirgaWorkbench/JoiningCatalogues", VirgaWorkbench_JoiningCatalogues),
    EMBEDDED("VirgaWorkbench/KnownApps", VirgaWorkbench_KnownApps),
    EMBEDDED("VirgaWorkbench/LaunchCommands", VirgaWorkbench_LaunchCommands),
    EMBEDDED("VirgaWorkbench/SettingsOnDevices", VirgaWorkbench_SettingsOnDevices),
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

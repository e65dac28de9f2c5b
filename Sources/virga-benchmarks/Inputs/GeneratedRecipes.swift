import VirgaExperiments
import VirgaJSON
import VirgaTargeting

/// Recipes as servers send them, and a client that matches most of them.
enum GeneratedRecipes {
  static func recipes(_ count: Int) -> [Recipe] { (0..<count).map(recipe) }

  /// A recipe; every second one shares its feature with another, every tenth is a rollout.
  static func recipe(_ number: Int) -> Recipe {
    let feature = FeatureConfig(featureID: "feature-\(number / 2)", value: ["rows": .integer(Int64(number))])
    var recipe = Recipe(
      slug: "recipe-\(number)",
      bucketConfig: BucketConfig(
        namespace: "firefox-ios-\(number)", start: UInt32(number * 7 % 5_000), count: 5_000),
      branches: [
        Branch(slug: "control", ratio: 1, features: [feature]),
        Branch(slug: "treatment", ratio: 1, features: [feature]),
      ])
    recipe.appName = "firefox_ios"
    recipe.channel = "release"
    recipe.isRollout = number % 10 == 9
    recipe.targeting =
      "(is_already_enrolled || (app_version|versionCompare('121.!') >= 0 && region in ['US', 'CA', 'GB', 'DE'] && "
      + "language == 'en' && days_since_install < 28)) && (is_first_run == false)"
    recipe.publishedDate = Instant(seconds: 1_700_000_000 + Int64(number * 37 % 1_000))
    return recipe
  }

  /// Recipes as a file, for the console.
  static func text(_ count: Int) -> String {
    let recipes = (0..<count).map { number in
      """
      {"slug": "recipe-\(number)", "id": "recipe-\(number)", "schemaVersion": "1.12.0", "appName": "firefox_ios",
       "appId": "org.mozilla.ios.Firefox", "channel": "release", "isRollout": \(number % 10 == 9),
       "userFacingName": "Recipe \(number)", "userFacingDescription": "What recipe \(number) is there for.",
       "isEnrollmentPaused": false, "proposedEnrollment": 7, "referenceBranch": "control",
       "featureIds": ["feature-\(number / 2)"], "targeting": "\(recipe(number).targeting ?? "true")",
       "bucketConfig": {"randomizationUnit": "nimbus_id", "namespace": "recipe-\(number)", "start": 0,
         "count": 10000, "total": 10000},
       "branches": [
         {"slug": "control", "ratio": 1, "features": [{"featureId": "feature-\(number / 2)", "value": {}}]},
         {"slug": "treatment", "ratio": 1, "features": [{"featureId": "feature-\(number / 2)", "value": {}}]}]}
      """
    }
    return "{\"data\": [\n" + recipes.joined(separator: ",\n") + "\n]}\n"
  }

  static let client = Client(
    attributes: ClientAttributes(
      application: [
        "app_name": .string("firefox_ios"), "channel": .string("release"), "app_version": .string("131.2"),
        "locale": .string("en-GB"),
      ],
      recorded: ["is_first_run": .boolean(false)], daysSinceInstall: 14,
      clientID: "00000000-0000-4000-8000-000000000001"),
    now: Instant(seconds: 1_760_000_000))
}

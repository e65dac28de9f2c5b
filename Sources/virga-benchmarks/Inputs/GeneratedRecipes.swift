/// Recipes as servers send them.
enum GeneratedRecipes {
  /// Recipes as a file, for the console.
  static func text(_ count: Int) -> String {
    let recipes = (0..<count).map { number in
      """
      {"slug": "recipe-\(number)", "id": "recipe-\(number)", "schemaVersion": "1.12.0", "appName": "firefox_ios",
       "appId": "org.mozilla.ios.Firefox", "channel": "release", "isRollout": \(number % 10 == 9),
       "userFacingName": "Recipe \(number)", "userFacingDescription": "What recipe \(number) is there for.",
       "isEnrollmentPaused": false, "proposedEnrollment": 7, "referenceBranch": "control",
       "featureIds": ["feature-\(number / 2)"], "targeting": "\(targeting)",
       "bucketConfig": {"randomizationUnit": "nimbus_id", "namespace": "recipe-\(number)", "start": 0,
         "count": 10000, "total": 10000},
       "branches": [
         {"slug": "control", "ratio": 1, "features": [{"featureId": "feature-\(number / 2)", "value": {}}]},
         {"slug": "treatment", "ratio": 1, "features": [{"featureId": "feature-\(number / 2)", "value": {}}]}]}
      """
    }
    return "{\"data\": [\n" + recipes.joined(separator: ",\n") + "\n]}\n"
  }

  private static let targeting =
    "(is_already_enrolled || (app_version|versionCompare('121.!') >= 0 && region in ['US', 'CA', 'GB', 'DE'] && "
    + "language == 'en' && days_since_install < 28)) && (is_first_run == false)"
}

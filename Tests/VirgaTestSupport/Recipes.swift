/// Recipes for tests.
package enum Recipes {
  /// A recipe for everybody with one branch `treatment` and a config for a feature.
  package static func recipe(
    _ slug: String, feature: String = "app-menu", config: String, isRollout: Bool = false, targeting: String = "true"
  ) -> String {
    """
    {"slug": "\(slug)", "schemaVersion": "1.12.0", "userFacingName": "\(slug)", "userFacingDescription": "",
     "isEnrollmentPaused": false, "proposedEnrollment": 7, "isRollout": \(isRollout), "targeting": "\(targeting)",
     "bucketConfig": {"randomizationUnit": "nimbus_id", "namespace": "n", "start": 0, "count": 10000, "total": 10000},
     "featureIds": ["\(feature)"], "branches": [{"slug": "treatment", "ratio": 1, "features": [
       {"featureId": "\(feature)", "value": \(config)}]}]}
    """
  }
}

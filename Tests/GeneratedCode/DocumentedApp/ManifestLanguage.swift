// The code in the document "The Feature Manifest Language" of the Nimbus SDK.

import Foundation
import VirgaSDK

func connectFeatures() {
  // Initialize the Nimbus SDK
  let nimbus = createNimbusForApplication()
  // Connect the generated code to the Nimbus SDK
  FxNimbus.shared.initialize { nimbus }
}

func openMenu() {
  let newTabConfig = FxNimbus.features.newtab.value()
  print(newTabConfig)
  FxNimbus.shared.features.appMenu.recordExposure()
}

func index(_ item: SearchableItem, _ tab: Tab) {
  let spotlightConfig = FxNimbus.features.spotlightSearch.value()
  guard spotlightConfig.enabled else {
    return
  }
  let oneDayInSeconds: TimeInterval = 24 * 60 * 60
  let maxAgeInSeconds = Double(spotlightConfig.maxAgeInDays) * oneDayInSeconds
  item.expirationDate = Date(timeIntervalSinceNow: maxAgeInSeconds)

  switch spotlightConfig.itemThumbnail {
  case .favicon:
    item.thumbnailData = tab.favicon
  case .letter:
    item.thumbnailData = tab.letter
  case .screenshot:
    item.thumbnailData = tab.screenshot
  case .none:
    item.thumbnailData = nil
  }
}

func dialogColors() -> [String] {
  let dialogs = FxNimbus.features.dialogAppearance.value()
  return [dialogs.positiveButton.textColor, dialogs.neutralButton.backgroundColor]
}

func shownSections() -> [SectionId] {
  let homepage = FxNimbus.features.homepage.value()
  return homepage.sectionOrdering.filter { homepage.sectionsEnabled[$0] == true }
}

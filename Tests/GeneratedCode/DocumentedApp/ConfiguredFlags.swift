// The code in the README of the FeatureFlags library.

import Foundation
import VirgaFeatureFlags

func configureFlags() {
  guard let featuresURL = URL(string: "https://www.exampledomain.com/features.json") else { return }
  FeatureFlags.configurationURL = featuresURL
  guard let fallbackURL = Bundle.main.url(forResource: "features", withExtension: "json") else {
    return
  }
  FeatureFlags.localFallbackConfigurationURL = fallbackURL
}

extension Feature.Name {
  static let exampleFeatureFlag = Feature.Name(rawValue: "Example Feature Flag")
  static let exampleABTest = Feature.Name(rawValue: "Example A/B Test")
  static let exampleFeatureABTest = Feature.Name(rawValue: "Example Feature A/B Test")
  static let exampleMVTTest = Feature.Name(rawValue: "Example MVT Test")
  static let exampleUnlockFlag = Feature.Name(rawValue: "Example Unlock Flag")
}

extension Test.Variation {
  static let red = Test.Variation(rawValue: "Red")
  static let green = Test.Variation(rawValue: "Green")
  static let blue = Test.Variation(rawValue: "Blue")
}

func printFlags() {
  print(Feature.isEnabled(.exampleFeatureFlag), Feature.isEnabled(.exampleFeatureABTest))
  if let feature = Feature.named(.exampleFeatureFlag) {
    print("Feature name -> \(feature.name)")
    print("Feature enabled -> \(feature.isEnabled())")
  }
  if let feature = Feature.named(.exampleFeatureFlag, isDevelopment: true) {
    print("Feature name -> \(feature.name)")
    print("Feature enabled -> \(feature.isEnabled())")
  }
}

func printTests() {
  if let test = ABTest(rawValue: .exampleABTest) {
    print("Is in group A? -> \(test.isGroupA())")
    print("Is in group B? -> \(test.isGroupB())")
  }
  if let feature = Feature.named(.exampleABTest) {
    print("Feature name -> \(feature.name)")
    print("Is group A? -> \(feature.isTestVariation(.groupA))")
    print("Is group B? -> \(feature.isTestVariation(.groupB))")
    print("Test variation -> \(feature.testVariation())")
    print("Group A label -> \(feature.label(.groupA) ?? "none")")
  }
  if let feature = Feature.named(.exampleFeatureABTest) {
    print("Is group A? -> \(feature.isTestVariation(.enabled))")
    print("Is group B? -> \(feature.isTestVariation(.disabled))")
  }
  if let feature = Feature.named(.exampleMVTTest) {
    print("Is group C? -> \(feature.isTestVariation(.groupC))")
    print("Is red? -> \(feature.isTestVariation(.red))")
    print("Is green? -> \(feature.isTestVariation(.green))")
    print("Is blue? -> \(feature.isTestVariation(.blue))")
  }
}

func unlock() {
  if let feature = Feature.named(.exampleUnlockFlag) {
    print("Is unlocked? -> \(feature.isUnlocked())")
    print("Is unlocked? -> \(feature.unlock())")
    print("Is locked? -> \(feature.lock())")
  }
}

func refreshFlags(_ data: Data) {
  FeatureFlags.refresh()
  FeatureFlags.refresh { print("refreshed") }
  FeatureFlags.refreshWithData(data, completion: { print("refreshed") })
}
